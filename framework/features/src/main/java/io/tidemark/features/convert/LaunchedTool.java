package io.tidemark.features.convert;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A tool's own words on a command line that starts it by another program: java, docker, kubectl.
 *
 * @param environment variables that are set for it
 */
record LaunchedTool(List<String> words, Map<String, String> environment) {
  private static final Pattern ASSIGNMENT = Pattern.compile("[A-Za-z_]\\w*=.*", Pattern.DOTALL);

  /** Options of "docker run" and "docker exec" without a value; letters can be put together. */
  private static final Pattern SWITCH =
      Pattern.compile(
          "-[ditPq]+|--(detach|init|interactive|no-healthcheck|oom-kill-disable|privileged"
              + "|publish-all|quiet|read-only|replace|rm|tty|sig-proxy|no-deps|no-TTY|build)|-T");

  /** Options of Java with a value in the next word. */
  private static final Pattern JAVA_VALUE =
      Pattern.compile("-cp|-classpath|--class-path|-p|--module-path|--add-modules|--add-opens");

  LaunchedTool {
    words = List.copyOf(words);
    environment = Map.copyOf(environment);
  }

  /** What precedes the first option of an unknown program is its name. */
  static LaunchedTool of(List<String> line) {
    Deque<String> rest = new ArrayDeque<>(line);
    Map<String, String> environment = new LinkedHashMap<>();
    while (!rest.isEmpty() && !rest.element().startsWith("-")) {
      String word = rest.pop();
      if (ASSIGNMENT.matcher(word).matches()) {
        assign(word, environment);
        continue;
      }
      switch (word.replaceFirst(".*/", "")) {
        case "java" -> skipJava(rest);
        case "docker", "podman", "nerdctl" -> skipContainer(rest, environment);
        case "kubectl", "oc" -> {
          while (!rest.isEmpty() && !rest.pop().equals("--")) {}
        }
        default -> {}
      }
    }
    return new LaunchedTool(List.copyOf(rest), environment);
  }

  /** Up to the class, or the jar behind -jar. */
  private static void skipJava(Deque<String> rest) {
    while (!rest.isEmpty()) {
      String word = rest.pop();
      if (JAVA_VALUE.matcher(word).matches()) {
        rest.poll();
      } else if (!word.startsWith("-")) {
        return;
      }
    }
  }

  /** Up to the image, or the container; its command can follow. */
  private static void skipContainer(Deque<String> rest, Map<String, String> environment) {
    while (!rest.isEmpty() && !rest.element().matches("run|exec")) {
      rest.pop();
    }
    rest.poll();
    while (!rest.isEmpty()) {
      String word = rest.pop();
      if (!word.startsWith("-")) {
        return;
      }
      boolean inWord = word.startsWith("--") ? word.contains("=") : word.length() > 2;
      if (word.matches("-e|--env")) {
        assign(String.valueOf(rest.poll()), environment);
      } else if (word.startsWith("--env=")) {
        assign(word.substring("--env=".length()), environment);
      } else if (!SWITCH.matcher(word).matches() && !inWord) {
        rest.poll();
      }
    }
  }

  private static void assign(String assignment, Map<String, String> environment) {
    int equals = assignment.indexOf('=');
    if (equals > 0) {
      environment.put(assignment.substring(0, equals), assignment.substring(equals + 1));
    }
  }
}
