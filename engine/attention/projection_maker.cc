#include "engine/attention/projection_maker.h"

#include "engine/attention/highway_projection.h"
#include "engine/attention/onednn_projection.h"

namespace headwise {

absl::StatusOr<std::unique_ptr<Projection>> ProjectionMaker::Make(
    std::int64_t inner, absl::Span<const ProjectionPart> parts,
    std::int64_t destination_stride) const {
  if (options_.kernels == ProjectionKernels::kOnednn) {
    return OnednnProjection::Create(plans_, workers_, inner, parts, destination_stride);
  }
  return HighwayProjection::Create(workers_, options_.storage, inner, parts, destination_stride);
}

}  // namespace headwise
