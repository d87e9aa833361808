/// @file
/// What a student's source calls once the grader has put edits into it (grader/repair): at each
/// place the number of the edit in force decides between what stands there and something else.
/// `a < b` becomes `a < kit_edit::Less<7>() > b`, which has the same precedence; edit 7 is `<=`.
#pragma once

#include <type_traits>

extern "C" {
/// Edit n is not in force, nor any of the 63 after it, where item n is 0. Asked at each place
/// first, since there are thousands, and all but one have no edit in force.
extern unsigned char kit_sim_edit_near[];

// Functions, since there are thousands of places, and pure, since no edit comes into force while a
// call runs: what does not change is asked once, and not in every turn of a loop.
/// True if this edit is in force.
bool kit_sim_edit_on(int number) noexcept __attribute__((pure));
/// Which of `count` edits from `first` on is in force, from 0, of at most 64; `count` or more:
/// none. Bit n of `real` says that edit `first + n` changes something; only such are noted.
unsigned kit_sim_edit_which(int first, unsigned count, unsigned long long real) noexcept
    __attribute__((pure));
}

// Compiled without optimisation, since that would take longer than it saves.
#define KIT_EDIT_INLINE inline __attribute__((always_inline))

namespace kit_edit {

/// True if one of the 64 edits from `first` on may be in force.
KIT_EDIT_INLINE bool near(int first) {
  return kit_sim_edit_near[first] != 0;
}

KIT_EDIT_INLINE bool on(int number) {
  return near(number) && kit_sim_edit_on(number);
}

template <bool... real>
constexpr unsigned long long as_bits() {
  static_assert(sizeof...(real) <= 64);
  unsigned long long bits = 0;
  int n = 0;
  ((bits |= (real ? 1ULL : 0ULL) << n++), ...);
  return bits;
}
template <bool... real>
constexpr unsigned long long kBits = as_bits<real...>();

template <bool... real>
KIT_EDIT_INLINE unsigned which(int first) {
  return kit_sim_edit_which(first, sizeof...(real), kBits<real...>);
}

/// Zeros in all of an array, or in one item.
template <typename Items>
KIT_EDIT_INLINE void clear(Items& items) {
  if constexpr (std::is_array_v<Items>)
    for (auto& item : items) clear(item);
  else
    items = {};
}

/// A T that begins at 0.
template <typename T>
KIT_EDIT_INLINE T zero() {
  return T{};
}

/// A variable that is declared in a block; in edit `number` the one outside of it that it hides,
/// with its value.
template <int number, typename Outer, typename T>
KIT_EDIT_INLINE T& outer(Outer& hidden, T& here) {
  if constexpr (std::is_same_v<Outer, T>)
    if (on(number)) return hidden = here;
  return here;
}

/// A number or pointer that can stand where a Here does; else there is no edit.
template <typename Here, typename Other>
constexpr bool fits() {
  if (std::is_same_v<Here, Other>) return !std::is_array_v<Here>;
  if (std::is_arithmetic_v<Here>) return std::is_arithmetic_v<Other>;
  return std::is_pointer_v<Here> && std::is_convertible_v<Other, Here>;
}

template <typename Here, typename Other>
KIT_EDIT_INLINE void take(Here*& chosen, Other& other) {
  if constexpr (std::is_same_v<Here, Other>) chosen = &other;
}

template <typename Here, typename Other>
KIT_EDIT_INLINE void take_value(Here& chosen, const Other& other) {
  if constexpr (fits<Here, Other>()) chosen = Here(other);
}

/// `pick<7>(a, b, c)` is a; b in edit 7, c in edit 8, if they have a type that fits. A variable as
/// long as all are variables of one type, else a value.
template <int first, typename A, typename... B>
KIT_EDIT_INLINE decltype(auto) pick(A&& here, B&&... others) {
  using Here = std::remove_reference_t<A>;
  using Value = std::remove_cv_t<Here>;
  constexpr bool as_value =
      !std::is_array_v<Here> &&
      (!std::is_lvalue_reference_v<A> ||
       ((!std::is_same_v<A, B> && fits<Value, std::remove_cvref_t<B>>()) || ...));
  unsigned n = 0;
  if constexpr (as_value) {
    Value result = here;
    if (near(first)) {
      const unsigned chosen = which<fits<Value, std::remove_cvref_t<B>>()...>(first);
      if (chosen < sizeof...(B)) ((n++ == chosen ? take_value(result, others) : void()), ...);
    }
    return result;
  } else {
    Here* result = &here;
    if (near(first)) {
      const unsigned chosen = which<std::is_same_v<Here, std::remove_reference_t<B>>...>(first);
      if (chosen < sizeof...(B)) ((n++ == chosen ? take(result, others) : void()), ...);
    }
    return static_cast<Here&>(*result);
  }
}

/// The same for a pointer that may be one to what is only read.
template <int first, typename T, typename... B>
KIT_EDIT_INLINE const T* pick_for_reading(T* here, const B*... others) {
  const T* result = here;
  if (!near(first)) return result;
  const unsigned chosen = which<std::is_same_v<B, T>...>(first);
  unsigned n = 0;
  if (chosen < sizeof...(B)) ((n++ == chosen ? void(result = others) : void()), ...);
  return result;
}

/// A whole number with another one added, subtracted or as a factor: edits `first` and the two
/// after it are of the first of `others`, the next three of the second.
template <int first, typename T, typename... B>
KIT_EDIT_INLINE T extended(T here, const B&... others) {
  if constexpr (std::is_integral_v<T>) {
    if (!near(first)) return here;
    constexpr unsigned kOperators = 3;
    const unsigned chosen =
        which<!std::is_void_v<B>..., !std::is_void_v<B>..., !std::is_void_v<B>...>(first);
    unsigned n = 0;
    const auto take = [&](const auto& other) {
      if constexpr (std::is_integral_v<std::remove_cvref_t<decltype(other)>>) {
        if (n == chosen) here = T(here + T(other));
        if (n + 1 == chosen) here = T(here - T(other));
        if (n + 2 == chosen) here = T(here * T(other));
      }
      n += kOperators;
    };
    if (chosen < kOperators * sizeof...(B)) (take(others), ...);
  }
  return here;
}

/// The left operand of an operator that may be another one.
template <typename Operator, typename T>
struct Left {
  T value;
};

// NOLINTBEGIN(bugprone-macro-parentheses): operators and templates cannot stand in parentheses.
// `a OP Name<N>() NEXT b` does NOW, or OTHER if edit N is in force; with one of `terms`, edit N + 1
// leaves a alone; with two, edit N + 2 leaves b. Where OTHER is not defined for the operands (a
// pointer has no negative), there is no edit.
#define KIT_EDIT_INFIX(Name, OP, NEXT, NOW, OTHER, terms)                       \
  template <int number>                                                         \
  struct Name {};                                                               \
  template <int number, typename T>                                             \
  KIT_EDIT_INLINE Left<Name<number>, T> operator OP(T a, Name<number>) {        \
    return {a};                                                                 \
  }                                                                             \
  template <int number, typename T, typename U>                                 \
  KIT_EDIT_INLINE auto operator NEXT(Left<Name<number>, T> a, const U& b) {     \
    using Result = std::decay_t<decltype(a.value NOW b)>;                       \
    if constexpr (terms > 0 && requires { static_cast<Result>(a.value); }) {    \
      if (on(number + 1)) return static_cast<Result>(a.value);                  \
    }                                                                           \
    if constexpr (terms > 1 && requires { static_cast<Result>(b); }) {          \
      if (on(number + 2)) return static_cast<Result>(b);                        \
    }                                                                           \
    if constexpr (requires { a.value OTHER b; })                                \
      return static_cast<Result>(on(number) ? a.value OTHER b : a.value NOW b); \
    else                                                                        \
      return static_cast<Result>(a.value NOW b);                                \
  }

KIT_EDIT_INFIX(Less, <, >, <, <=, 0)
KIT_EDIT_INFIX(LessOrEqual, <, >, <=, <, 0)
KIT_EDIT_INFIX(Greater, <, >, >, >=, 0)
KIT_EDIT_INFIX(GreaterOrEqual, <, >, >=, >, 0)
KIT_EDIT_INFIX(Plus, +, -, +, -, 1)
KIT_EDIT_INFIX(FirstPlus, +, -, +, -, 2)
KIT_EDIT_INFIX(Minus, -, +, -, +, 1)
KIT_EDIT_INFIX(Times, *, /, *, /, 1)
KIT_EDIT_INFIX(Modulo, %, /, %, /, 1)
#undef KIT_EDIT_INFIX
// NOLINTEND(bugprone-macro-parentheses)

/// `a & Masked<N>() & b` keeps the bits of b; in edit N it is the remainder of a by b + 1, which is
/// the same where b + 1 is a power of two. Edits of whole numbers only.
template <int number>
struct Masked {};
template <int number, typename T>
KIT_EDIT_INLINE Left<Masked<number>, T> operator&(T a, Masked<number>) {
  return {a};
}
template <int number, typename T, typename U>
KIT_EDIT_INLINE auto operator&(Left<Masked<number>, T> a, const U& b) {
  using Result = std::decay_t<decltype(a.value & b)>;
  if constexpr (std::is_integral_v<T> && std::is_integral_v<U> && sizeof(T) > 1 && sizeof(U) > 1) {
    if (on(number) && static_cast<Result>(b) + 1 > 0)
      return static_cast<Result>(static_cast<Result>(a.value) % (static_cast<Result>(b) + 1));
  }
  return static_cast<Result>(a.value & b);
}

/// `a / Divided<N, true>() * b` is the quotient. Of integers edit N + 2 rounds it up, if it may be
/// rounded, and there is no other edit: more blocks, or all work for the first thread, mend
/// whatever else is wrong. Of other numbers edit N multiplies, and N + 1 leaves a alone.
template <int number, bool may_round>
struct Divided {};
template <int number, bool may_round, typename T>
KIT_EDIT_INLINE Left<Divided<number, may_round>, T> operator/(T a, Divided<number, may_round>) {
  return {a};
}
template <int number, bool may_round, typename T, typename U>
KIT_EDIT_INLINE auto operator*(Left<Divided<number, may_round>, T> a, const U& b) {
  using Result = std::decay_t<decltype(a.value / b)>;
  if constexpr (std::is_integral_v<T> && std::is_integral_v<U>) {
    if constexpr (may_round) {
      if (on(number + 2)) return static_cast<Result>((a.value + b - 1) / b);
    }
  } else {
    if (on(number + 1)) return static_cast<Result>(a.value);
    if (on(number)) return static_cast<Result>(a.value * b);
  }
  return static_cast<Result>(a.value / b);
}

/// `Signed<7>() * a` is a, and -a in edit 7; `Negated<7>() * a` is -a, and a in edit 7.
template <int number>
struct Signed {};
template <int number>
struct Negated {};
template <int number, typename T>
KIT_EDIT_INLINE T operator*(Signed<number>, T a) {
  if constexpr (requires { -a; }) {
    if (on(number)) return T(-a);
  }
  return a;
}
template <int number, typename T>
KIT_EDIT_INLINE auto operator*(Negated<number>, T a) {
  return on(number) ? decltype(-a)(a) : -a;
}

/// min(), or max() in this edit, and the other way round.
template <int number, typename T, typename U>
KIT_EDIT_INLINE auto lesser(T a, U b) {
  return (a < b) == !on(number) ? decltype(a + b)(a) : decltype(a + b)(b);
}
template <int number, typename T, typename U>
KIT_EDIT_INLINE auto greater(T a, U b) {
  return (a < b) == on(number) ? decltype(a + b)(a) : decltype(a + b)(b);
}

/// A condition that holds always in edit `first`, never in the next one, and turned in the third.
template <int first>
KIT_EDIT_INLINE bool decide(bool here) {
  if (!near(first)) return here;
  const unsigned chosen = which<true, true, true>(first);
  return chosen == 0 || (chosen == 1 ? false : here != (chosen == 2));
}

/// A part of a condition that holds always in this edit.
template <int number>
KIT_EDIT_INLINE bool hold(bool here) {
  return on(number) || here;
}

/// The right side of an assignment that may be another one: `a ^= Set<7>() = b` is `a = b`, and
/// `a += b` in edit 7.
template <typename Operator, typename T>
struct Right {
  T value;
};
// NOLINTBEGIN(bugprone-macro-parentheses)
#define KIT_EDIT_ASSIGN(Name, OP, NOW, OTHER)                                               \
  template <int number>                                                                     \
  struct Name {                                                                             \
    template <typename U>                                                                   \
    KIT_EDIT_INLINE Right<Name, U> operator=(const U& b) const {                            \
      return {b};                                                                           \
    }                                                                                       \
  };                                                                                        \
  template <int number, typename U>                                                         \
  KIT_EDIT_INLINE auto operator OP(auto& a, const Right<Name<number>, U>& b)->decltype(a) { \
    if constexpr (requires { a OTHER b.value; }) {                                          \
      if (on(number)) return a OTHER b.value;                                               \
    }                                                                                       \
    return a NOW b.value;                                                                   \
  }

KIT_EDIT_ASSIGN(Set, ^=, =, +=)
KIT_EDIT_ASSIGN(Add, +=, +=, =)
KIT_EDIT_ASSIGN(Subtract, -=, -=, +=)
#undef KIT_EDIT_ASSIGN
// NOLINTEND(bugprone-macro-parentheses)

}  // namespace kit_edit

#undef KIT_EDIT_INLINE
