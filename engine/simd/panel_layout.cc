#include "engine/simd/panel_layout.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/simd/panel_layout.cc"
#include "hwy/foreach_target.h"  // compiles this file once per instruction set

// After it, as Highway asks.
#include "engine/simd/product_step-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace headwise {
namespace HWY_NAMESPACE {

PanelLayout LayoutImpl() { return {PanelColumns(), Lanes()}; }

}  // namespace HWY_NAMESPACE
}  // namespace headwise
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace headwise {

HWY_EXPORT(LayoutImpl);

PanelLayout CurrentPanelLayout() { return HWY_DYNAMIC_DISPATCH(LayoutImpl)(); }

}  // namespace headwise
#endif  // HWY_ONCE
