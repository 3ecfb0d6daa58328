package io.tidemark.worker.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class CoreAffinityTest {

  @Test
  void aPinnedThreadHasOneCoreAndTheOthersAllOfThem() throws Exception {
    List<Integer> before = CoreAffinity.ofThisThread();
    int last = before.get(before.size() - 1);
    CompletableFuture<List<Integer>> pinned = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                CoreAffinity.pinThisThread(last);
                pinned.complete(CoreAffinity.ofThisThread());
              } catch (IOException e) {
                pinned.completeExceptionally(e);
              }
            });
    thread.start();
    assertThat(pinned.get()).containsExactly(last);
    assertThat(CoreAffinity.ofThisThread()).isEqualTo(before);
  }

  @Test
  void aCoreThatDoesNotExistIsNamed() {
    assertThatThrownBy(() -> CoreAffinity.pinThisThread(1_023))
        .isInstanceOf(IOException.class)
        .hasMessage("core 1023 is not available to this process");
  }
}
