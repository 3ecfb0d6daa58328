package io.tidemark.cli.process;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** Threads of drivers that still run at the end of the process. */
final class DriverThreads {
  /** Each driver's class loader has a name that begins so. */
  private static final String LOADER = "driver-";

  private DriverThreads() {}

  /** {@code : thread a in X.run(X.java:7), ...}; empty when no driver's code runs. */
  static String text() {
    return text(Thread.getAllStackTraces());
  }

  static String text(Map<Thread, StackTraceElement[]> stacks) {
    String threads =
        stacks.entrySet().stream()
            .flatMap(each -> text(each.getKey(), each.getValue()).stream())
            .sorted()
            .limit(5)
            .collect(Collectors.joining(", "));
    return threads.isEmpty() ? "" : ": " + threads;
  }

  private static Optional<String> text(Thread thread, StackTraceElement[] stack) {
    return Arrays.stream(stack)
        .filter(frame -> Objects.toString(frame.getClassLoaderName(), "").startsWith(LOADER))
        .findFirst()
        .map(
            frame ->
                String.format(
                    Locale.ROOT,
                    "thread %s in %s.%s(%s:%d)",
                    thread.getName(),
                    frame.getClassName(),
                    frame.getMethodName(),
                    frame.getFileName(),
                    frame.getLineNumber()));
  }
}
