#include "estimate/ptx_names.hpp"

#include <map>

namespace kit::estimate {
namespace {

const std::map<std::string_view, Op>& operations() {
  static const std::map<std::string_view, Op> all = {
      {"mov", Op::mov},     {"add", Op::add},         {"sub", Op::sub},       {"mul", Op::mul},
      {"mul24", Op::mul},   {"mad", Op::mad},         {"mad24", Op::mad},     {"fma", Op::fma},
      {"div", Op::div},     {"rem", Op::rem},         {"abs", Op::abs},       {"neg", Op::neg},
      {"min", Op::min},     {"max", Op::max},         {"setp", Op::setp},     {"selp", Op::selp},
      {"and", Op::and_},    {"or", Op::or_},          {"xor", Op::xor_},      {"not", Op::not_},
      {"shl", Op::shl},     {"shr", Op::shr},         {"bfe", Op::bfe},       {"bfi", Op::bfi},
      {"prmt", Op::prmt},   {"lop3", Op::lop3},       {"shf", Op::shf},       {"popc", Op::popc},
      {"clz", Op::clz},     {"brev", Op::brev},       {"cvt", Op::cvt},       {"rcp", Op::rcp},
      {"sqrt", Op::sqrt},   {"rsqrt", Op::rsqrt},     {"ex2", Op::ex2},       {"lg2", Op::lg2},
      {"sin", Op::sin},     {"cos", Op::cos},         {"ld", Op::ld},         {"ldu", Op::ld},
      {"st", Op::st},       {"atom", Op::atom},       {"red", Op::atom},      {"shfl", Op::shfl},
      {"vote", Op::vote},   {"activemask", Op::vote}, {"match", Op::vote},    {"bar", Op::bar},
      {"barrier", Op::bar}, {"membar", Op::fence},    {"fence", Op::fence},   {"bra", Op::bra},
      {"call", Op::call},   {"ret", Op::exit},        {"exit", Op::exit},     {"trap", Op::exit},
      {"cvta", Op::mov},    {"isspacep", Op::other},  {"prefetch", Op::other}};
  return all;
}

}  // namespace

Op operation_named(std::string_view name) {
  const auto found = operations().find(name);
  return found == operations().end() ? Op::other : found->second;
}

Type type_named(std::string_view name) {
  static const std::map<std::string_view, Type> all = {
      {"pred", Type::pred}, {"b8", Type::b8},   {"u8", Type::b8},   {"s8", Type::s8},
      {"b16", Type::b16},   {"u16", Type::b16}, {"s16", Type::s16}, {"f16", Type::f16},
      {"f16x2", Type::b32}, {"b32", Type::b32}, {"u32", Type::b32}, {"s32", Type::s32},
      {"f32", Type::f32},   {"b64", Type::b64}, {"u64", Type::b64}, {"s64", Type::s64},
      {"f64", Type::f64}};
  const auto found = all.find(name);
  return found == all.end() ? Type::none : found->second;
}

unsigned bytes_of(Type type) {
  switch (type) {
    case Type::b8:
    case Type::s8:
    case Type::pred:
      return 1;
    case Type::b16:
    case Type::s16:
    case Type::f16:
      return 2;
    case Type::b64:
    case Type::s64:
    case Type::f64:
      return 8;
    default:
      return 4;
  }
}

}  // namespace kit::estimate
