package io.tidemark.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.base.UsageException;
import io.tidemark.worker.host.CoreAffinity;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

@EnabledOnOs(OS.LINUX)
class PinOptionTest {

  private static List<Integer> cores(String... arguments) {
    PinOption option = new PinOption();
    CommandSpec spec = CommandSpec.create();
    spec.addMixin("pin", CommandSpec.forAnnotatedObject(option));
    new CommandLine(spec).parseArgs(arguments);
    return option.cores();
  }

  @Test
  void namesCoresAndRangesOnce() throws IOException {
    List<Integer> available = CoreAffinity.ofThisThread();
    int first = available.get(0);
    assertThat(cores("--pin", first + "," + first + "-" + first)).containsExactly(first);
    assertThat(cores()).isEmpty();
  }

  @Test
  void coresThatThisProcessDoesNotHaveAreRefused() {
    assertThatThrownBy(() -> cores("--pin", "1023"))
        .isInstanceOf(UsageException.class)
        .hasMessageMatching("--pin: got 1023; allowed cores of this process: [0-9, ]+");
    assertThatThrownBy(() -> cores("--pin", "3-2"))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("--pin: got none; allowed");
  }

  @Test
  void otherTextIsRefused() {
    for (String text : List.of("", "a", "1,", "-1", "1-", "0x1")) {
      assertThatThrownBy(() -> cores("--pin=" + text))
          .isInstanceOf(UsageException.class)
          .hasMessage("--pin: got " + text + "; allowed cores such as 1 or 2,3 or 2-5");
    }
  }
}
