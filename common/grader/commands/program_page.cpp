/// @file
/// `kit program-page`: for common/tools/primer, which runs a program of one file in the simulator.
#include <filesystem>
#include <string>

#include "grader/commands/commands.hpp"
#include "grader/grading/launch_data.hpp"
#include "grader/grading/page_data.hpp"
#include "grader/report_page/report_page.hpp"
#include "grader/support/json_fields.hpp"
#include "grader/support/text_file.hpp"
#include "kit/error.hpp"

namespace kit::grader {

int run_program_page(const ProgramPageCommand& command) {
  using nlohmann::json;
  const std::filesystem::path source = command.source;
  Observations seen;
  try {
    seen = observations_from(build::read_text(command.observations));
  } catch (const FormatError& error) {
    throw InputError(command.observations + " is not what the simulator writes: " + error.what());
  }
  json launches = json::array(), recorded = json::array(), findings = json::array();
  for (const LaunchObservations& launch : seen.launches) {
    json one = counted_launch(launch);
    one["stage"] = "program";
    one["case"] = "all launches";
    launches.push_back(std::move(one));
    if (!launch.recording.is_null()) recorded.push_back(recorded_launch(launch));
  }
  for (const Finding& finding : seen.findings) findings.push_back(to_json(finding));
  const std::string name = source.stem().string();
  write_program_page(source.filename().string(),
                     {{"stages", json::array()}, {"findings", findings}},
                     {{"schema", kPageSchema},
                      {"command", "make primer EXAMPLE=" + name + " REPLAY=1 BLOCK=1"},
                      {"sources", {source_of(source)}},
                      {"launches", launches},
                      {"replay",
                       {{"case", ""},
                        {"why", "it was asked for"},
                        {"warp", 0},
                        {"line", 0},
                        {"launches", recorded}}}},
                     command.out);
  return kExitPassed;
}

}  // namespace kit::grader
