package io.tidemark.cli.process;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The thread that called {@code System.exit}, found while the JVM shuts down: it waits for the
 * shutdown hooks and never returns.
 *
 * @param position the frame that made the call
 */
record ExitCaller(Thread thread, StackTraceElement position) {
  private static final List<String> EXITS =
      List.of("java.lang.Shutdown", "java.lang.Runtime", "java.lang.System");

  /** The caller in this process; empty if the JVM ends without such a call. */
  static Optional<ExitCaller> find() {
    return in(Thread.getAllStackTraces());
  }

  /** The first caller runs the hooks; later callers wait for it. */
  static Optional<ExitCaller> in(Map<Thread, StackTraceElement[]> stacks) {
    return stacks.entrySet().stream()
        .filter(each -> Arrays.stream(each.getValue()).anyMatch(ExitCaller::runsHooks))
        .flatMap(each -> caller(each.getKey(), each.getValue()).stream())
        .findFirst();
  }

  private static boolean runsHooks(StackTraceElement frame) {
    return frame.getClassName().equals("java.lang.Shutdown")
        && frame.getMethodName().equals("runHooks");
  }

  private static Optional<ExitCaller> caller(Thread thread, StackTraceElement[] stack) {
    int outermost = -1;
    for (int i = 0; i < stack.length; i++) {
      boolean exit = stack[i].getMethodName().equals("exit");
      if (exit && EXITS.contains(stack[i].getClassName())) {
        outermost = i;
      }
    }
    return outermost < 0 || outermost + 1 == stack.length
        ? Optional.empty()
        : Optional.of(new ExitCaller(thread, stack[outermost + 1]));
  }

  /** Whether the call was made by this class. */
  boolean isIn(Class<?> type) {
    String name = position.getClassName();
    return name.equals(type.getName()) || name.startsWith(type.getName() + "$");
  }

  /** One sentence part for messages. */
  String text() {
    return String.format(
        Locale.ROOT,
        "System.exit was called in %s.%s(%s:%d) on thread %s",
        position.getClassName(),
        position.getMethodName(),
        position.getFileName(),
        position.getLineNumber(),
        thread.getName());
  }
}
