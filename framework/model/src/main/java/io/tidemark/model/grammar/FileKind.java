package io.tidemark.model.grammar;

import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.YamlNode;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The kinds of files that users write, by keys that files of other kinds do not have. */
public enum FileKind {
  DRIVER("a driver file", "for --drivers", "driverClass"),
  STUDY("a study", "for bin/benchmark study", "environments"),
  WORKLOAD(
      "a workload",
      "an argument without an option",
      "producersPerTopic",
      "topics",
      "topicNames",
      "messageSize",
      "producerRate",
      "testDuration",
      "testDurationMinutes",
      "phases",
      "classes");

  private final String words;
  private final String place;
  private final List<String> keys;

  FileKind(String words, String place, String... keys) {
    this.words = words;
    this.place = place;
    this.keys = List.of(keys);
  }

  private Optional<Map.Entry<String, YamlNode.Entry>> keyIn(YamlMap file) {
    return file.entries().entrySet().stream()
        .filter(each -> keys.contains(each.getKey()))
        .findFirst();
  }

  /** Whether a file may be of this kind; one of another kind is reported, with one problem. */
  public boolean accepts(YamlMap file, Problems problems) {
    if (keyIn(file).isPresent()) {
      return true;
    }
    for (FileKind other : values()) {
      Optional<Map.Entry<String, YamlNode.Entry>> key = other.keyIn(file);
      if (key.isPresent()) {
        problems.error(
            key.get().getValue().keyMark(),
            key.get().getKey(),
            "this is %s, %s; allowed %s. Were two files swapped?"
                .formatted(other.words, other.place, words));
        return false;
      }
    }
    return true;
  }
}
