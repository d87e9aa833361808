/// @file
/// Texts in the formats that reports are written in.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

/// Any bytes as UTF-8 (each byte the character of that number), and back.
std::string bytes_to_json(std::string_view bytes);
std::string bytes_from_json(std::string_view text);

std::string base64(std::string_view bytes);

/// What a student wrote or named, visible() and safe in HTML and XML texts and attributes.
std::string html(std::string_view text);

/// A fenced block of Markdown that its content, made visible(), cannot end.
std::string markdown_block(const std::string& text);
/// A piece of a Markdown line or table cell, visible() and with its special characters escaped.
std::string markdown(const std::string& text);

/// A field of a CSV file: visible(), quoted where needed, and never taken for a formula by a
/// spreadsheet, not even by one that cuts it at semicolons, tabs or bars.
std::string csv(const std::string& text);

/// A number without needless zeros: "12.5", "100".
std::string short_number(double value);

/// A number with its noun: "1 case", "3 cases".
std::string count_of(std::uint64_t number, std::string_view noun);

/// Throws InputError if it cannot be read.
std::string read_whole(const std::string& path);

}  // namespace kit
