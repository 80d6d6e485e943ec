// What `headwise ablate` shows.
#ifndef HEADWISE_CLIENT_COMMAND_ABLATION_REPORT_H_
#define HEADWISE_CLIENT_COMMAND_ABLATION_REPORT_H_

#include <string>

#include "client/command/ablation.h"
#include "client/command/console.h"
#include "client/command/json_output.h"
#include "client/picture/bar_figure.h"

namespace headwise {

// Thread-safe, as all of this file. `picture`: file that the bars were drawn into, or empty.
void PrintAblationTable(const Ablation& ablation, const std::string& picture,
                        const Console& console);
Json AblationJson(const Ablation& ablation, const std::string& picture);

// A bar for each group, relative to the largest change.
BarFigure FigureOf(const Ablation& ablation);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_ABLATION_REPORT_H_
