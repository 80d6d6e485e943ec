// The unit that heads are scheduled by.
#ifndef HEADWISE_ENGINE_ATTENTION_HEAD_UNIT_H_
#define HEADWISE_ENGINE_ATTENTION_HEAD_UNIT_H_

namespace headwise {

// One sequence's keys and values of one kv group, and the heads that read them.
struct HeadUnit {
  int sequence;
  int kv_group;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_HEAD_UNIT_H_
