from ._konane import VERSION as __version__
