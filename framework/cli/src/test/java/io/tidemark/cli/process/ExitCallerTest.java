package io.tidemark.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.process.ProcessEnd.ExitCaller;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExitCallerTest {
  private final Thread driver = new Thread(() -> {}, "of-a-driver");
  private final Thread other = new Thread(() -> {}, "other");

  private static StackTraceElement frame(String type, String method) {
    return new StackTraceElement(type, method, "File.java", 7);
  }

  private static StackTraceElement[] exit(String caller, boolean runsHooks) {
    return new StackTraceElement[] {
      frame("java.lang.Thread", "join"),
      frame(runsHooks ? "java.lang.Shutdown" : "java.lang.Object", runsHooks ? "runHooks" : "wait"),
      frame("java.lang.Shutdown", "exit"),
      frame("java.lang.Runtime", "exit"),
      frame("java.lang.System", "exit"),
      frame(caller, "close"),
      frame("java.lang.Thread", "run")
    };
  }

  @Test
  void namesTheCodeAndTheThreadThatCalledFirst() {
    ExitCaller found =
        ExitCaller.in(
                Map.of(
                    driver, exit("a.Driver", true),
                    other, exit("io.tidemark.cli.process.ProcessEnd", false)))
            .orElseThrow();

    assertThat(found.text())
        .isEqualTo("System.exit was called in a.Driver.close(File.java:7) on thread of-a-driver");
    assertThat(found.isIn(ProcessEnd.class)).isFalse();
  }

  @Test
  void knowsItsOwn() {
    ExitCaller found =
        ExitCaller.in(Map.of(other, exit("io.tidemark.cli.process.ProcessEnd", true)))
            .orElseThrow();

    assertThat(found.isIn(ProcessEnd.class)).isTrue();
  }

  @Test
  void findsNoneWhereTheProcessEndsByItself() {
    assertThat(
            ExitCaller.in(
                Map.of(
                    driver,
                    new StackTraceElement[] {
                      frame("java.lang.Shutdown", "runHooks"),
                      frame("java.lang.Shutdown", "shutdown")
                    })))
        .isEmpty();
  }
}
