package io.tidemark.report.setup;

import io.tidemark.report.runs.MatrixPaths;
import io.tidemark.report.runs.StoredStudy.Environment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a study file says of an environment: {@code 3 sites}, {@code linger.ms = 40}. */
final class EnvironmentWords {
  private EnvironmentWords() {}

  static List<String> of(Environment environment) {
    List<String> words = new ArrayList<>();
    environment.facts().forEach((name, value) -> words.add(fact(name, value)));
    Map<String, String> names = MatrixPaths.names(environment.set().keySet());
    environment
        .set()
        .forEach(
            (path, value) -> {
              String setting = names.get(path) + " = " + value;
              if (words.stream().noneMatch(word -> word.endsWith(setting))) {
                words.add(setting);
              }
            });
    return words;
  }

  /** A number comes before what is counted. */
  private static String fact(String name, String value) {
    if (value.equals("1") && name.matches("sites|nodes|zones|clusters|brokers")) {
      return "1 " + name.substring(0, name.length() - 1);
    }
    return value.matches("\\d+") && !value.equals("1") && name.matches("[a-zA-Z]+s")
        ? value + " " + name
        : name + ": " + value;
  }
}
