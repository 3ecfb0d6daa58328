package io.tidemark.features.profile;

import io.tidemark.features.profile.stack.FoldedStacks;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import org.jspecify.annotations.Nullable;

/**
 * Adds up the stacks of events. The outermost frame is the thread, with # for numbers: threads of a
 * pool are one. Names of classes that a JVM makes are without their numbers, so that runs can be
 * compared.
 */
final class StackWeights {
  /** A process has some thousands. */
  private static final int MOST_STACKS = 200_000;

  private final Map<String, Long> weights = new HashMap<>();
  private final Map<String, String> names;

  /**
   * @param names a cache that several of these share
   */
  StackWeights(Map<String, String> names) {
    this.names = names;
  }

  /**
   * @param innermost a further frame; empty for none
   */
  void add(RecordedEvent event, @Nullable RecordedThread thread, String innermost, long weight) {
    RecordedStackTrace trace = event.getStackTrace();
    if (trace == null || weight <= 0) {
      return;
    }
    List<String> frames = new ArrayList<>();
    if (!innermost.isEmpty()) {
      frames.add(FoldedStacks.frame(innermost));
    }
    for (RecordedFrame frame : trace.getFrames()) {
      frames.add(name(frame.getMethod().getType().getName() + "." + frame.getMethod().getName()));
    }
    if (trace.isTruncated()) {
      frames.add("(more callers)");
    }
    frames.add(thread == null ? "(no thread)" : threadName(thread));
    Collections.reverse(frames);
    String stack = String.join(";", frames);
    boolean known = weights.size() < MOST_STACKS || weights.containsKey(stack);
    weights.merge(known ? stack : "(other stacks)", weight, Long::sum);
  }

  FoldedStacks stacks() {
    return FoldedStacks.of(weights);
  }

  private String name(String method) {
    return names.computeIfAbsent(method, any -> FoldedStacks.frame(withoutNumbers(any)));
  }

  /** A hidden class has numbers in its name that differ in each process. */
  static String withoutNumbers(String method) {
    return method
        .replaceFirst("\\$\\$Lambda.*\\.", "\\$\\$Lambda.")
        .replaceFirst("(LambdaForm\\$[A-Z]+).*\\.", "$1.")
        .replaceAll("(GeneratedMethodAccessor|\\$Proxy)\\d+", "$1");
  }

  private static String threadName(RecordedThread thread) {
    String name = thread.getJavaName() == null ? thread.getOSName() : thread.getJavaName();
    return FoldedStacks.frame(name == null ? "(no name)" : pool(name));
  }

  /** Also the random names of topics and groups have digits. */
  static String pool(String thread) {
    return thread.replaceAll("\\w*\\d\\w*", "#");
  }

  /** Returns the name of a class as sources have it: {@code byte[]}. */
  static String className(@Nullable RecordedClass type) {
    if (type == null) {
      return "(unknown class)";
    }
    String name = type.getName();
    int dimensions = 0;
    while (name.startsWith("[")) {
      name = name.substring(1);
      dimensions++;
    }
    if (dimensions > 0) {
      name =
          switch (name.charAt(0)) {
            case 'B' -> "byte";
            case 'C' -> "char";
            case 'D' -> "double";
            case 'F' -> "float";
            case 'I' -> "int";
            case 'J' -> "long";
            case 'S' -> "short";
            case 'Z' -> "boolean";
            default -> name.substring(1).replace(";", "");
          };
    }
    return name.replace('/', '.').replaceAll("\\$\\$Lambda.*", "\\$\\$Lambda")
        + "[]".repeat(dimensions);
  }
}
