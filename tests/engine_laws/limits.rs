//! The ends of what the engine can hold: errors, never wraps, and no overflow of the stack.

use konane::value::{
    Analysis, CanonicalForm, Dyadic, NumberUpStar, Rational, Side, StoreLimits, ValueError, ValueStore,
};
use std::cmp::Ordering;

fn make(store: &ValueStore, up: i32, star: u32) -> Result<CanonicalForm, ValueError> {
    store.make_number_up_star(NumberUpStar { number: Dyadic::ZERO, up, star })
}

#[test]
fn numbers_at_the_limit() {
    let store = ValueStore::new();
    let largest = store.integer(i64::MAX).unwrap();
    let one = store.integer(1).unwrap();
    assert_eq!(store.add(largest, one), Err(ValueError::NumberOverflow));
    assert_eq!(store.subtract(-largest, one), Err(ValueError::NumberOverflow));
    assert_eq!(store.integer(i64::MIN), Err(ValueError::NumberOverflow));
    assert_eq!(store.from_options(&[largest], &[]), Err(ValueError::NumberOverflow));
    assert_eq!(store.from_options(&[], &[-largest]), Err(ValueError::NumberOverflow));
    assert_eq!(store.multiple(2, largest), Err(ValueError::NumberOverflow));
    assert_eq!(store.multiple(i64::MIN, one), Err(ValueError::NumberOverflow));
    assert_eq!(store.multiple(-i64::MAX, one), Ok(-largest));
    assert_eq!(store.subtract(store.add(largest, -one).unwrap(), largest), Ok(-one));
    let smallest = store.number(Dyadic::new(1, 62).unwrap()).unwrap();
    assert_eq!(store.from_options(&[CanonicalForm::ZERO], &[smallest]), Err(ValueError::NumberOverflow));
    assert_eq!(store.add(largest, smallest), Err(ValueError::NumberOverflow));
    let double = store.add(smallest, smallest).unwrap();
    assert_eq!(store.as_number(double), Some(Dyadic::new(1, 61).unwrap()));
    assert_eq!(store.from_options(&[CanonicalForm::ZERO], &[double]), Ok(smallest));
    assert!(store.le(smallest, largest).unwrap() && !store.le(largest, smallest).unwrap());
}

/// Powers of two pass through the places where a product or a negation could wrap.
#[test]
fn powers_of_two_keep_their_sign() {
    let store = ValueStore::new();
    for exponent in 0..63 {
        let (power, twice) = (1i64 << exponent, (1i64 << exponent).checked_mul(2));
        let (form, negative) = (store.integer(power).unwrap(), store.integer(-power).unwrap());
        assert_eq!(negative, -form);
        assert_eq!(store.as_number(negative), Some(Dyadic::integer(-power)));
        assert!(store.le(negative, form).unwrap() && !store.le(form, negative).unwrap());
        let expected = twice.ok_or(ValueError::NumberOverflow).and_then(|n| store.integer(-n));
        assert_eq!(store.add(negative, negative), expected);
        let fraction = store.number(Dyadic::new(-1, exponent).unwrap()).unwrap();
        assert_eq!(store.multiple(power, fraction), store.integer(-1));
    }
}

#[test]
fn hot_games_between_the_largest_numbers() {
    let store = ValueStore::new();
    let (largest, one) = (store.integer(i64::MAX).unwrap(), store.integer(1).unwrap());
    let hot = store.from_options(&[largest], &[-largest]).unwrap();
    assert!(hot.is_self_negative());
    assert_eq!(store.add(hot, hot), Ok(CanonicalForm::ZERO));
    assert_eq!(store.add(hot, one), Err(ValueError::NumberOverflow));
    let below = store.from_options(&[store.subtract(largest, one).unwrap()], &[-largest]).unwrap();
    assert!(store.le(below, hot).unwrap() && !store.le(hot, below).unwrap());
    let moved = store.add(below, one).unwrap();
    assert_eq!(store.left_stop(moved), store.left_stop(hot));
    assert_eq!(store.add(moved, one), Err(ValueError::NumberOverflow));
}

#[test]
fn multiples_of_up_at_the_limit() {
    let store = ValueStore::new();
    let largest = make(&store, i32::MAX - 1, 0).unwrap();
    let up = make(&store, 1, 0).unwrap();
    assert_eq!(store.add(largest, up), Err(ValueError::UpMultipleOverflow));
    assert_eq!(store.subtract(-largest, up), Err(ValueError::UpMultipleOverflow));
    assert_eq!(store.add(largest, largest), Err(ValueError::UpMultipleOverflow));
    assert_eq!(make(&store, i32::MAX, 0), Err(ValueError::UpMultipleOverflow));
    assert_eq!(make(&store, i32::MIN, 0), Err(ValueError::UpMultipleOverflow));
    assert_eq!(store.multiple(i64::from(i32::MAX), up), Err(ValueError::UpMultipleOverflow));
    assert_eq!(store.multiple(i64::from(i32::MAX) - 1, up), Ok(largest));
    let right = store.options(largest, Side::Right).unwrap();
    assert_eq!(right.as_slice(), [make(&store, i32::MAX - 2, 1).unwrap()]);
    let next = store
        .from_options(&[CanonicalForm::ZERO], &[store.add(largest, make(&store, 0, 1).unwrap()).unwrap()]);
    assert_eq!(next, Err(ValueError::UpMultipleOverflow));
    assert!(store.le(up, largest).unwrap() && !store.le(largest, up).unwrap());
}

#[test]
fn nimbers_at_the_limit() {
    let store = ValueStore::new();
    let largest = store.nimber(4095).unwrap();
    assert_eq!(store.nimber(4096), Err(ValueError::NimberOverflow));
    assert_eq!(make(&store, 1, u32::MAX), Err(ValueError::NimberOverflow));
    let options = store.options(largest, Side::Left).unwrap();
    assert_eq!(options.len(), 4095);
    assert_eq!(store.from_options(&options, &options), Ok(largest));
    let mut more = options.clone();
    more.push(largest);
    assert_eq!(store.from_options(&more, &more), Err(ValueError::NimberOverflow));
    assert_eq!(store.add(largest, store.nimber(1).unwrap()), store.nimber(4094));
}

#[test]
fn large_infinitesimals_beside_a_switch_and_a_tiny() {
    let store = ValueStore::new();
    let (zero, one) = (CanonicalForm::ZERO, store.integer(1).unwrap());
    let switch = store.from_options(&[one], &[-one]).unwrap();
    let tiny = store.from_options(&[zero], &[store.from_options(&[zero], &[-one]).unwrap()]).unwrap();
    for big in [store.nimber(100).unwrap(), make(&store, 50, 60).unwrap(), make(&store, -50, 0).unwrap()] {
        assert_eq!(store.compare(switch, big), Ok(None));
        for game in [switch, tiny] {
            let sum = store.add(game, big).unwrap();
            assert_eq!(store.subtract(sum, big), Ok(game));
            assert_eq!(store.subtract(sum, game), Ok(big));
        }
    }
    // Tiny is positive, yet smaller than every positive multiple of up; *100 is not to be compared.
    let up = make(&store, 50, 0).unwrap();
    assert!(store.le(zero, tiny).unwrap() && store.le(tiny, up).unwrap());
    assert_eq!(store.compare(tiny, store.nimber(100).unwrap()), Ok(None));
}

#[test]
fn the_memory_ceiling_is_an_error() {
    let store = ValueStore::with_limits(StoreLimits { memory: Some(1 << 20), ..StoreLimits::default() });
    let made: Result<Vec<CanonicalForm>, ValueError> =
        (0..100_000).map(|n| store.from_options(&[store.integer(n)?], &[store.integer(-n - 1)?])).collect();
    assert_eq!(made, Err(ValueError::MemoryLimit(1)));
    // What is there already can still be asked for.
    assert_eq!(store.add(CanonicalForm::ZERO, store.integer(1).unwrap()), store.integer(1));
}

/// A huge integer n and a hot game U whose multiples have ever more followers: n·U is out of reach.
fn endless(store: &ValueStore) -> (CanonicalForm, CanonicalForm) {
    let [zero, one, two] = [0, 1, 2].map(|n| store.integer(n).unwrap());
    let unit = store.from_options(&[one], &[store.from_options(&[zero], &[-two]).unwrap()]).unwrap();
    (store.integer(1_000_000_000_000_000_000).unwrap(), unit)
}

#[test]
fn an_endless_product_meets_the_memory_ceiling() {
    let store = ValueStore::with_limits(StoreLimits { memory: Some(1 << 20), ..StoreLimits::default() });
    let (n, unit) = endless(&store);
    assert_eq!(store.norton_product(n, unit), Err(ValueError::MemoryLimit(1)));
}

#[test]
fn an_interrupted_store_stops_and_goes_on() {
    let store = ValueStore::new();
    let (n, unit) = endless(&store);
    std::thread::scope(|scope| {
        let computing = scope.spawn(|| store.norton_product(n, unit));
        store.interrupt();
        assert_eq!(computing.join().unwrap(), Err(ValueError::Interrupted));
    });
    store.clear_interrupt();
    let [one, two] = [1, 2].map(|n| store.integer(n).unwrap());
    let switch = store.from_options(&[two], &[-one]).unwrap();
    let threat = store.from_options(&[two], &[store.from_options(&[one], &[-two]).unwrap()]).unwrap();
    store.interrupt();
    assert_eq!(store.le(switch, threat), Err(ValueError::Interrupted));
    assert_eq!(store.add(switch, threat), Err(ValueError::Interrupted));
    // What takes no computing can still be asked for.
    assert_eq!(store.le(one, two), Ok(true));
    store.clear_interrupt();
    assert_eq!(store.le(switch, threat), Ok(false));
    assert_eq!(store.le(threat, switch), Ok(false));
    assert_eq!(store.subtract(store.add(switch, threat).unwrap(), threat), Ok(switch));
}

/// Runs a test on a stack of 2 MiB, the usual one of a thread.
fn on_a_small_stack(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(test).unwrap();
    thread.join().unwrap();
}

const DEEP: usize = 20_000;

#[test]
fn deep_chains_of_ups() {
    on_a_small_stack(|| {
        let store = ValueStore::new();
        let mut form = CanonicalForm::ZERO;
        for _ in 0..DEEP {
            form = store.from_options(&[CanonicalForm::ZERO], &[form]).unwrap();
        }
        let up = DEEP as i32 - 1;
        assert_eq!(form, make(&store, up, 1 - up as u32 % 2).unwrap());
    });
}

/// G₀ = 0 and Gₙ₊₁ = {n+1 | Gₙ}: hotter and hotter.
#[test]
fn a_deep_hot_chain() {
    on_a_small_stack(|| {
        let store = ValueStore::new();
        let mut forms = vec![CanonicalForm::ZERO];
        for n in 1..=DEEP {
            let left = store.integer(n as i64).unwrap();
            forms.push(store.from_options(&[left], &[forms[n - 1]]).unwrap());
        }
        let mut analysis = Analysis::new(&store);
        assert_eq!(analysis.birthday(forms[DEEP]), Ok(DEEP as u64 + 1));
        // The temperature of Gₙ is 1 - 1/2ⁿ.
        assert_eq!(analysis.temperature(forms[50]), Ok(Rational::new((1 << 50) - 1, 1 << 50)));
        assert_eq!(analysis.temperature(forms[DEEP]), Err(ValueError::NumberOverflow));
        check_deep(&store, &forms);
    });
}

/// G₀ = Tiny(1) and Gₙ₊₁ = {0 | Gₙ}: infinitesimals, which no stop tells apart.
#[test]
fn a_deep_chain_of_infinitesimals() {
    on_a_small_stack(|| {
        let store = ValueStore::new();
        let (zero, one) = (CanonicalForm::ZERO, store.integer(1).unwrap());
        let threat = store.from_options(&[zero], &[-one]).unwrap();
        let mut forms = vec![store.from_options(&[zero], &[threat]).unwrap()];
        for n in 0..DEEP {
            forms.push(store.from_options(&[zero], &[forms[n]]).unwrap());
        }
        let mut analysis = Analysis::new(&store);
        assert_eq!(analysis.birthday(forms[DEEP]), Ok(DEEP as u64 + 3));
        assert_eq!(analysis.temperature(forms[DEEP]), Ok(Rational::ZERO));
        assert_eq!(analysis.mean(-forms[DEEP]), Ok(Rational::ZERO));
        assert!(store.le(forms[5], forms[DEEP]).unwrap());
        check_deep(&store, &forms);
    });
}

/// Sums and comparisons that go all the way down.
fn check_deep(store: &ValueStore, forms: &[CanonicalForm]) {
    let one = store.integer(1).unwrap();
    let form = *forms.last().unwrap();
    let moved = store.add(form, one).unwrap();
    assert_eq!(store.subtract(moved, one), Ok(form));
    assert_eq!(store.compare(form, moved), Ok(Some(Ordering::Less)));
    let earlier = forms[forms.len() / 2];
    let moved_earlier = store.add(earlier, one).unwrap();
    let order = store.compare(form, earlier).unwrap();
    assert_ne!(order, Some(Ordering::Equal));
    assert_eq!(store.compare(moved, moved_earlier).unwrap(), order);
    assert_eq!(store.compare(-earlier, -form).unwrap(), order);
    let star = store.nimber(1).unwrap();
    let with_star = store.add(forms[500], star).unwrap();
    assert_eq!(store.add(with_star, star), Ok(forms[500]));
}
