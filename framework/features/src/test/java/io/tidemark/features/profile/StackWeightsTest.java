package io.tidemark.features.profile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StackWeightsTest {

  @Test
  void methodsOfHiddenClassesHaveTheSameNameInEachProcess() {
    assertThat(StackWeights.withoutNumbers("a.b.Log$$Lambda$1234.483030345.apply"))
        .isEqualTo("a.b.Log$$Lambda.apply");
    assertThat(StackWeights.withoutNumbers("a.b.Log$$Lambda$1234/0x00007f1c.apply"))
        .isEqualTo("a.b.Log$$Lambda.apply");
    assertThat(StackWeights.withoutNumbers("java.lang.invoke.LambdaForm$DMH.1234.invokeStatic"))
        .isEqualTo("java.lang.invoke.LambdaForm$DMH.invokeStatic");
    assertThat(StackWeights.withoutNumbers("jdk.proxy2.$Proxy23.call"))
        .isEqualTo("jdk.proxy2.$Proxy.call");
    assertThat(StackWeights.withoutNumbers("a.b.Log.append")).isEqualTo("a.b.Log.append");
  }

  @Test
  void threadsOfAPoolAreOne() {
    assertThat(StackWeights.pool("kafka-consumer-sub-0-c1Uau2g"))
        .isEqualTo("kafka-consumer-sub-#-#");
    assertThat(StackWeights.pool("producer-1")).isEqualTo("producer-#");
    assertThat(StackWeights.pool("main")).isEqualTo("main");
  }
}
