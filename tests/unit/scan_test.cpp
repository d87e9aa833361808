/// @file
/// The scanner beside the C++ standard's lexical chapter, and beside the compiler that builds this.
#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "scan/line_markers.hpp"
#include "scan/punctuator.hpp"
#include "scan/scanner.hpp"

namespace kit::scan {
namespace {

using Texts = std::vector<std::string>;

/// Scanning gives references into the source, so that no test may hand over a temporary.
Texts texts(const std::string& source) {
  const Scan scan(source);
  Texts result;
  for (const Token& token : scan.tokens()) result.emplace_back(token.text);
  return result;
}

std::vector<TokenKind> kinds(const std::string& source) {
  const Scan scan(source);
  std::vector<TokenKind> result;
  for (const Token& token : scan.tokens()) result.push_back(token.kind);
  return result;
}

/// "1 3": the lines on which tokens begin.
std::string lines(const std::string& source) {
  const Scan scan(source);
  std::string result;
  for (const Token& token : scan.tokens())
    result += (result.empty() ? "" : " ") + std::to_string(token.line);
  return result;
}

/// The tokens that are part of directives.
Texts directives(const std::string& source) {
  const Scan scan(source);
  Texts result;
  for (const Token& token : scan.tokens())
    if (token.in_directive) result.emplace_back(token.text);
  return result;
}

/// What the compiler makes of each CASE: its tokens, with a space where space or a comment stands.
const char* const kCompiled[] = {
#define CASE(...) #__VA_ARGS__,
#include "scan_cases.inc"
#undef CASE
};

std::string neighbouring_file(const std::string& name) {
  const std::string here = __FILE__;
  std::ifstream file(here.substr(0, here.rfind('/') + 1) + name, std::ios::binary);
  REQUIRE(file);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The same from the scanner's tokens.
std::string stringised(const std::string& source, const std::vector<Token>& tokens) {
  std::string result;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::size_t last = i > 0 ? tokens[i - 1].end : tokens[i].begin;
    const std::string between = source.substr(last, tokens[i].begin - last);
    result += (SplicedText(between).text().empty() ? "" : " ") + std::string(tokens[i].text);
  }
  return result;
}

/// The texts between CASE( and its closing parenthesis.
Texts scanned_cases(const std::string& source) {
  const Scan scan(source);
  const std::vector<Token> tokens = scan.code();
  Texts result;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    if (!tokens[i].first_in_line || !tokens[i].is("CASE")) continue;
    auto end = std::find_if(tokens.begin() + static_cast<std::ptrdiff_t>(i), tokens.end(),
                            [](const Token& token) { return token.is(")"); });
    result.push_back(
        stringised(source, {tokens.begin() + static_cast<std::ptrdiff_t>(i) + 2, end}));
  }
  return result;
}

TEST_CASE("scan: cuts as the compiler does") {
  const Texts scanned = scanned_cases(neighbouring_file("scan_cases.inc"));
  REQUIRE(scanned.size() == std::size(kCompiled));
  for (std::size_t i = 0; i < scanned.size(); ++i) CHECK(scanned[i] == kCompiled[i]);
}

TEST_CASE("scan: the longest punctuator wins") {  // [lex.pptoken]
  CHECK(texts("x+++++y") == Texts{"x", "++", "++", "+", "y"});
  CHECK(texts("a>>=b>>>c") == Texts{"a", ">>=", "b", ">>", ">", "c"});
  CHECK(texts("a<=>b<<<c") == Texts{"a", "<=>", "b", "<<", "<", "c"});
  CHECK(texts("a->*b.*c...") == Texts{"a", "->*", "b", ".*", "c", "..."});
  CHECK(texts("a..b") == Texts{"a", ".", ".", "b"});
  CHECK(texts("%:%:%:<:") == Texts{"%:%:", "%:", "<:"});
  CHECK(texts("a%:%b") == Texts{"a", "%:", "%", "b"});
}

TEST_CASE("scan: <:: opens no bracket unless : or > follows") {  // [lex.pptoken]
  CHECK(texts("k<::N>") == Texts{"k", "<", "::", "N", ">"});
  CHECK(texts("a<:::N:>") == Texts{"a", "<:", "::", "N", ":>"});
  CHECK(texts("a<::>") == Texts{"a", "<:", ":>"});
}

TEST_CASE("scan: a number runs on over letters, points, separators and signed exponents") {
  CHECK(texts("0xe+foo") == Texts{"0xe+foo"});  // the example of [lex.pptoken]
  CHECK(texts("0xf+foo") == Texts{"0xf", "+", "foo"});
  CHECK(texts("1Ex 1.2.3 .5f 1e-5+2") == Texts{"1Ex", "1.2.3", ".5f", "1e-5", "+", "2"});
  CHECK(texts("1'000'000u '0'") == Texts{"1'000'000u", "'0'"});
  CHECK(texts("1''2'") == Texts{"1", "''", "2", "'"});
  CHECK(texts("a1'x'") == Texts{"a1", "'x'"});
  CHECK(kinds(".5 . 5 5.") == std::vector{TokenKind::number, TokenKind::punctuator,
                                          TokenKind::number, TokenKind::number});
}

TEST_CASE("scan: prefixes and suffixes belong to their literal") {
  using K = TokenKind;
  CHECK(kinds("u8\"a\" L'b' U\"c\"_x 'd's") ==
        std::vector{K::string, K::character, K::string, K::character});
  CHECK(texts("LL\"a\" u8'b' _\"c\"") == Texts{"LL", "\"a\"", "u8'b'", "_", "\"c\""});
  CHECK(texts("\"a\"b\"c\"") == Texts{"\"a\"b", "\"c\""});
}

TEST_CASE("scan: a raw string ends at its own delimiter, and nothing in it is spliced") {
  CHECK(texts("R\"x()\")y\")x\"+1") == Texts{"R\"x()\")y\")x\"", "+", "1"});
  CHECK(texts("R\"(a\\\nb)\"") == Texts{"R\"(a\\\nb)\""});
  CHECK(texts("R\"(never) closed") == Texts{"R\"(never) closed"});
  // No delimiter has more than 16 characters, or a blank: that is an error, and no raw string.
  CHECK(texts("R\"1234567890123456()1234567890123456\" x").back() == "x");
  CHECK(texts("R\"12345678901234567()12345678901234567\" x").front() == "R");
  CHECK(texts("R\"a b\" (x)") == Texts{"R", "\"a b\"", "(", "x", ")"});
}

TEST_CASE("scan: a splice may stand anywhere, with blanks before its line break") {
  CHECK(texts("ab\\\ncd + e\\ \t\r\nf") == Texts{"abcd", "+", "ef"});
  CHECK(texts("/\\\n/ c\\\n d\ne") == Texts{"// c d", "e"});
  CHECK(texts("a \\ b") == Texts{"a", "\\", "b"});
  CHECK(texts("a\\") == Texts{"a", "\\"});
  CHECK(texts("'\\\\\nn'") == Texts{"'\\n'"});
  CHECK(lines("a\\\nb c\n\\\n\nd") == "1 2 5");
}

TEST_CASE("scan: tokens know where they stand in the source") {
  const std::string source = "int\\\neger /* a\nb */ R\"(\\\n)\"\\\n_s + 1;";
  const Scan scan(source);
  std::vector<std::string> pieces;
  for (const Token& token : scan.tokens())
    pieces.push_back(source.substr(token.begin, token.end - token.begin));
  CHECK(pieces == Texts{"int\\\neger", "/* a\nb */", "R\"(\\\n)\"\\\n_s", "+", "1", ";"});
  CHECK(lines(source) == "1 2 3 5 5 5");
}

TEST_CASE("scan: comments are tokens, and end where the compiler ends them") {
  CHECK(texts("a//b\nc/*d*/e/**/") == Texts{"a", "//b", "c", "/*d*/", "e", "/**/"});
  CHECK(texts("/*/ a */ b") == Texts{"/*/ a */", "b"});
  CHECK(texts("/* // */ a // /* \n b") == Texts{"/* // */", "a", "// /* ", "b"});
  CHECK(texts("\"/*\" '//' a") == Texts{"\"/*\"", "'//'", "a"});
  CHECK(texts("/* never closed") == Texts{"/* never closed"});
  const std::string source = "a /* b */ c";
  const Scan scan(source);
  CHECK(scan.code().size() == 2);
}

TEST_CASE("scan: a directive is a line that begins with #, whatever comments say") {
  CHECK(directives("#a b\nc") == Texts{"#", "a", "b"});
  CHECK(directives("/* x\n */ # /* y\n */ a\nb") == Texts{"#", "/* y\n */", "a"});
  CHECK(directives("a /*\n*/ # b") == Texts{});
  CHECK(directives("#a \\\n b\nc") == Texts{"#", "a", "b"});
  CHECK(directives("%:a\nb") == Texts{"%:", "a"});
  CHECK(directives("\xef\xbb\xbf#a\nb") == Texts{"#", "a"});
  CHECK(directives("a #b\n##c") == Texts{});
}

TEST_CASE("scan: names of headers are tokens only where a header is named") {
  using K = TokenKind;
  CHECK(kinds("#include <a'b//c>").back() == K::header_name);
  CHECK(kinds("# /**/ include /**/ \"a\\\"") ==
        std::vector{K::punctuator, K::comment, K::identifier, K::comment, K::header_name});
  CHECK(texts("#if __has_include(<a b>) && c").at(4) == "<a b>");
  CHECK(texts("#include NAME <a b>").size() == 7);
  CHECK(texts("include <a>").size() == 4);
  CHECK(texts("#define include <a>").size() == 6);
  CHECK(kinds("#include <a\n>").at(2) == K::punctuator);
}

TEST_CASE("scan: what no token begins, and quotes that nothing closes") {
  CHECK(kinds("@") == std::vector{TokenKind::other});
  CHECK(texts("'a b\nc") == Texts{"'a b", "c"});
  CHECK(texts("\"a\\\nb\nc") == Texts{"\"ab", "c"});
  CHECK(texts("\"a\\") == Texts{"\"a\\"});
  CHECK(kinds("#error don't") == std::vector{TokenKind::punctuator, TokenKind::identifier,
                                             TokenKind::identifier, TokenKind::other});
  CHECK(texts("").empty());
  CHECK(texts(std::string("a\0b", 3)) == Texts{"a", "b"});
}

TEST_CASE("scan: names hold escapes and UTF-8") {
  CHECK(texts("\\u00e9t\\U000000e9 gr\xc3\xbc\xc3\x9f") ==
        Texts{"\\u00e9t\\U000000e9", "gr\xc3\xbc\xc3\x9f"});
  CHECK(texts("\\u00e g") == Texts{"\\", "u00e", "g"});
}

TEST_CASE("scan: alternative tokens have a primary spelling") {  // [lex.digraph], all of the table
  const std::vector<std::pair<std::string, std::string>> table = {
      {"<%", "{"},      {"%>", "}"},     {"<:", "["},     {":>", "]"},      {"%:", "#"},
      {"%:%:", "##"},   {"and", "&&"},   {"bitor", "|"},  {"or", "||"},     {"xor", "^"},
      {"compl", "~"},   {"not", "!"},    {"bitand", "&"}, {"and_eq", "&="}, {"or_eq", "|="},
      {"xor_eq", "^="}, {"not_eq", "!="}};
  for (const auto& [alternative, primary] : table) CHECK(primary_spelling(alternative) == primary);
  CHECK(primary_spelling("andy") == "andy");
}

TEST_CASE("scan: line markers say what a line is called") {
  const std::string source =
      "a\n# 7 \"lab.cu\"\nb\nc # 3\n#line 20\nd\n# 5 \"a \\\"b\\\".h\" 2 3\n#pragma once\ne\n";
  const Scan scan(source);
  const LineMarkers markers(scan.tokens());
  std::string places;
  for (const Token& token : scan.tokens()) {
    if (token.kind != TokenKind::identifier || token.in_directive) continue;
    const Place place = markers.place(token);
    places += std::string(token.text) + "=" + place.file + ":" + std::to_string(place.line) + " ";
  }
  CHECK(places == "a=:1 b=lab.cu:7 c=lab.cu:8 d=lab.cu:20 e=a \"b\".h:6 ");
}

TEST_CASE("scan: no line is called by more than the largest number") {
  const Scan scan("# 2147483646 \"a\"\nb\nc\nd\n");
  const LineMarkers markers(scan.tokens());
  std::vector<int> lines;
  for (const Token& token : scan.tokens())
    if (token.kind == TokenKind::identifier) lines.push_back(markers.place(token).line);
  CHECK(lines == std::vector<int>{2147483646, 2147483647, 2147483647});
}

TEST_CASE("scan: megabytes of what goes wrong take no time") {
  constexpr std::size_t kMany = 1'000'000;
  for (const std::string piece : {"\\\n", "'", "\"\n", "R\"(", "R\"a", "/*", "<", "#include <\n",
                                  "\\ ", "#if __has_include(<", "1'", "\\u00e9", "/\\\n"}) {
    std::string source;
    while (source.size() < kMany) source += piece;
    INFO(piece);
    const Scan scan(source);
    CHECK(scan.tokens().size() <= source.size());
  }
}

}  // namespace
}  // namespace kit::scan
