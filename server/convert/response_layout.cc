#include "server/convert/response_layout.h"

#include "headwise/v1/attention.pb.h"

namespace headwise {
namespace {

using Shapes = OutputShapes;
using Outputs = AttentionOutputs;
using Response = v1::AttendResponse;
using Core = v1::AttendCoreResponse;

constexpr int kHeadTensor = v1::HeadTensor::kTensorFieldNumber;
constexpr int kMapTensor = v1::MapTensor::kTensorFieldNumber;
constexpr int kKeys = v1::TopKeys::kKeysFieldNumber;
constexpr int kWeights = v1::TopKeys::kWeightsFieldNumber;

constexpr char kFewerTokens[] = "send fewer tokens";
constexpr char kFewerTokensOrNarrower[] = "send fewer tokens, or ask for a narrower output_dtype";
constexpr char kFewerProbabilities[] =
    "ask for fewer of outputs.probabilities heads or rows, for top_keys instead, or for a narrower "
    "output_dtype";
constexpr char kFewerScores[] = "ask for fewer of outputs.scores heads or rows";
constexpr char kFewerTopKeys[] =
    "ask for fewer of outputs.top_keys heads or rows, or a lower count";
constexpr char kFewerStatistics[] = "ask for fewer of outputs.statistics heads";

constexpr ResponseField kAttend[] = {
    {"context",
     &Shapes::context,
     &Outputs::context,
     {},
     {Response::kContextFieldNumber},
     kFewerTokensOrNarrower},
    {"head_context",
     &Shapes::head_context,
     &Outputs::head_context,
     {},
     {Response::kHeadContextFieldNumber, kHeadTensor},
     "ask for fewer of outputs.head_context heads, or for a narrower output_dtype"},
    {"contributions",
     &Shapes::contributions,
     &Outputs::contributions,
     {},
     {Response::kContributionsFieldNumber, kHeadTensor},
     "ask for fewer of outputs.contributions heads, or for a narrower output_dtype"},
    {"log_sum_exp",
     &Shapes::log_sum_exp,
     &Outputs::log_sum_exp,
     DType::kF32,
     {Response::kLogSumExpFieldNumber},
     kFewerTokens},
    {"probabilities",
     &Shapes::probabilities,
     &Outputs::probabilities,
     {},
     {Response::kProbabilitiesFieldNumber, kMapTensor},
     kFewerProbabilities},
    {"scores",
     &Shapes::scores,
     &Outputs::scores,
     DType::kF32,
     {Response::kScoresFieldNumber, kMapTensor},
     kFewerScores},
    {"top_keys.keys",
     &Shapes::top_keys,
     &Outputs::top_keys,
     DType::kI32,
     {Response::kTopKeysFieldNumber, kKeys},
     kFewerTopKeys},
    {"top_keys.weights",
     &Shapes::top_weights,
     &Outputs::top_weights,
     DType::kF32,
     {Response::kTopKeysFieldNumber, kWeights},
     kFewerTopKeys},
    {"statistics", &Shapes::statistics, &Outputs::statistics, DType::kF32, {}, kFewerStatistics}};

constexpr ResponseField kCore[] = {
    {"context",
     &Shapes::head_context,
     &Outputs::head_context,
     {},
     {Core::kContextFieldNumber},
     "send fewer queries, or ask for a narrower output_dtype"},
    {"log_sum_exp",
     &Shapes::log_sum_exp,
     &Outputs::log_sum_exp,
     DType::kF32,
     {Core::kLogSumExpFieldNumber},
     "send fewer queries"},
    {"probabilities",
     &Shapes::probabilities,
     &Outputs::probabilities,
     {},
     {Core::kProbabilitiesFieldNumber, kMapTensor},
     kFewerProbabilities},
    {"scores",
     &Shapes::scores,
     &Outputs::scores,
     DType::kF32,
     {Core::kScoresFieldNumber, kMapTensor},
     kFewerScores},
    {"top_keys.keys",
     &Shapes::top_keys,
     &Outputs::top_keys,
     DType::kI32,
     {Core::kTopKeysFieldNumber, kKeys},
     kFewerTopKeys},
    {"top_keys.weights",
     &Shapes::top_weights,
     &Outputs::top_weights,
     DType::kF32,
     {Core::kTopKeysFieldNumber, kWeights},
     kFewerTopKeys},
    {"statistics", &Shapes::statistics, &Outputs::statistics, DType::kF32, {}, kFewerStatistics}};

}  // namespace

ResponseLayout AttendLayout() { return kAttend; }
ResponseLayout CoreLayout() { return kCore; }

}  // namespace headwise
