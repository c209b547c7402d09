//! Boards and positions of Kōnane; knows nothing of values.
