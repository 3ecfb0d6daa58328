package io.tidemark.driver.testkit;

import java.util.List;
import java.util.stream.Stream;

/** The rules that every driver must keep. */
public final class ConformanceRules {
  private ConformanceRules() {}

  /** All rules, in the order of their numbers. */
  public static List<Rule> all() {
    return Stream.of(
            LifecycleRules.all(),
            TopicRules.all(),
            SendRules.all(),
            BodyRules.all(),
            LogRules.ofSends(),
            DeliveryRules.all(),
            ConsumerRules.all(),
            LogRules.ofDeliveries(),
            CloseRules.all(),
            HandoverRules.all(),
            CapabilityRules.all(),
            BrokerCountRules.all(),
            SecretRules.all(),
            SettingUseRules.all(),
            LogRules.ofCapabilities(),
            SettingUseRules.ofEffects(),
            BrokerCountRules.ofWhatWasLeft(),
            RequestReplyRules.all(),
            FaultRules.all(),
            OutcomeRules.all(),
            PriorityRules.all())
        .flatMap(List::stream)
        .toList();
  }
}
