package io.tidemark.model.yaml;

import io.tidemark.model.yaml.Problem.Severity;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Collects problems of all files, so that they are reported together: each problem once, without
 * secrets, and a limited number for each file. Not thread-safe.
 */
public final class Problems {
  private static final int MOST_OF_A_FILE = 100;

  private final List<Problem> all = new ArrayList<>();
  private final Set<Place> wrong = new HashSet<>();
  private final Map<Count, Integer> counts = new HashMap<>();
  private ConcealedValues concealed = ConcealedValues.NONE;

  /** A line and column of 0 stand for all places of a key. */
  private record Place(String file, int line, int column, String path) {}

  private record Count(String file, boolean ofErrors) {}

  public void error(SourceLocation mark, String path, String message) {
    add(Severity.ERROR, mark, path, message);
  }

  public void warn(SourceLocation mark, String path, String message) {
    add(Severity.WARNING, mark, path, message);
  }

  public void notice(SourceLocation mark, String path, String message) {
    add(Severity.NOTICE, mark, path, message);
  }

  /** An error, or with {@code lenient} a warning. */
  public void errorUnless(boolean lenient, SourceLocation mark, String path, String message) {
    add(lenient ? Severity.WARNING : Severity.ERROR, mark, path, message);
  }

  /** A value that is wrong by itself: other rules that it breaks are left out. */
  public void wrongValue(SourceLocation mark, String path, String message) {
    error(mark, path, message);
    wrong.add(new Place(mark.source().name(), mark.line(), mark.column(), path));
  }

  /**
   * After an error: the key was meant there and mistyped, or its value cannot be filled in. What
   * else is said of it in this file, that it is missing for example, follows from the same mistake
   * and is left out.
   */
  public void meant(SourceLocation mark, String path) {
    wrong.add(new Place(mark.source().name(), 0, 0, path));
  }

  /** Problems of one file with what overrides it; {@link #add} them when it has been read. */
  public Problems ofOneFile() {
    Problems own = new Problems();
    own.concealed = concealed;
    return own;
  }

  /** Adds those that are not here: a file may be read several times, with different overrides. */
  public void add(Problems ofOneFile) {
    concealed = ofOneFile.concealed;
    ofOneFile.all.stream().filter(problem -> !all.contains(problem)).forEach(this::add);
  }

  /** Values that no later message shows. */
  public void conceal(Collection<String> values) {
    concealed = concealed.and(values);
  }

  /** Whether more errors (or warnings and notices) of this file would not be kept. */
  public boolean isFull(SourceFile file, boolean ofErrors) {
    return counts.getOrDefault(new Count(file.name(), ofErrors), 0) >= MOST_OF_A_FILE;
  }

  /** Whether a value is wrong by itself, or its key is a mistyped other one. */
  public boolean isWrong(SourceLocation mark, String path) {
    String file = mark.source().name();
    return wrong.contains(new Place(file, mark.line(), mark.column(), path))
        || wrong.contains(new Place(file, 0, 0, path));
  }

  private void add(Severity severity, SourceLocation mark, String path, String message) {
    if (!isWrong(mark, path)) {
      add(new Problem(severity, mark, path, concealed.in(message)));
    }
  }

  private void add(Problem problem) {
    SourceLocation mark = problem.mark();
    boolean error = problem.severity() == Severity.ERROR;
    if (isFull(mark.source(), error)) {
      return;
    }
    all.add(problem);
    counts.merge(new Count(mark.source().name(), error), 1, Integer::sum);
    if (isFull(mark.source(), error)) {
      all.add(
          new Problem(problem.severity(), mark, "", "further errors in this file are not shown"));
    }
  }

  /** Everything, in the order found. */
  public List<Problem> all() {
    return List.copyOf(all);
  }

  public List<Problem> errors() {
    return all.stream().filter(problem -> problem.severity() == Severity.ERROR).toList();
  }

  public boolean hasErrors() {
    return all.stream().anyMatch(problem -> problem.severity() == Severity.ERROR);
  }

  /**
   * Throws collected errors.
   *
   * @throws ConfigurationException with everything found, when there is an error
   */
  public void throwIfErrors() {
    if (hasErrors()) {
      throw new ConfigurationException(all);
    }
  }

  /**
   * Removes the values of placeholders from messages. Short values only as separate words: they are
   * not secret as parts of others.
   */
  private record ConcealedValues(List<String> values) {
    static final ConcealedValues NONE = new ConcealedValues(List.of());

    private static final Set<String> COMMON = Set.of("true", "false", "null");
    private static final int SHORT = 4;

    ConcealedValues and(Collection<String> more) {
      return new ConcealedValues(
          Stream.concat(values.stream(), more.stream())
              .map(String::strip)
              .filter(value -> !value.isEmpty() && !COMMON.contains(value))
              .distinct()
              .sorted(Comparator.comparingInt(String::length).reversed())
              .toList());
    }

    String in(String message) {
      String concealed = message;
      for (String value : values) {
        concealed =
            value.length() < SHORT
                ? alone(concealed, value)
                : concealed.replace(value, SecretMask.MASK);
      }
      return concealed;
    }

    private static String alone(String message, String value) {
      StringBuilder concealed = new StringBuilder();
      int from = 0;
      for (int at = message.indexOf(value); at >= 0; at = message.indexOf(value, from)) {
        int end = at + value.length();
        boolean alone = !isWord(message, at - 1) && !isWord(message, end);
        concealed.append(message, from, at).append(alone ? SecretMask.MASK : value);
        from = end;
      }
      return concealed.append(message, from, message.length()).toString();
    }

    private static boolean isWord(String message, int index) {
      return index >= 0
          && index < message.length()
          && Character.isLetterOrDigit(message.charAt(index));
    }
  }
}
