package io.tidemark.features.corpus;

import io.tidemark.driver.settings.Key;
import io.tidemark.driver.settings.Setting;
import io.tidemark.model.grammar.Fields;
import io.tidemark.model.grammar.Grammar;
import io.tidemark.model.yaml.InputFiles;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import io.tidemark.model.yaml.YamlNode.YamlScalar;
import io.tidemark.model.yaml.YamlTree;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Every key of a {@code system.yaml}, in the order of the reference page. */
public record SystemFile(
    @Key(value = "Name of the system on the page.", required = true) String name,
    @Key(value = "Who makes the system.", required = true) String vendor,
    @Key(value = "Who made the runs.", required = true) String submitter,
    @Key(value = "Address for questions about the results.", required = true) String contact,
    @Key(
            value =
                "What the submitter gains or loses by the results: made by the employer, sold,"
                    + " competes with it; `none`.",
            required = true)
        String interest,
    @Key("What the variant `tuned` changes and why; required with the folder.")
        Optional<String> tuned,
    @Key(
            "Names of workloads that the system cannot run, and items of the checklist that are"
                + " missing, each with the reason.")
        Map<String, Object> exceptions,
    @Key(value = "Replies and disputes, as they were received.", each = "A reply or a dispute.")
        List<Reply> replies) {
  static final String FILE = "system.yaml";

  private static final Grammar GRAMMAR = Grammar.of(SystemFile.class);

  /** What somebody has to say about results. */
  public record Reply(
      @Key(
              value = "When it was received.",
              required = true,
              pattern = "\\d{4}-\\d{2}-\\d{2}",
              form = "a date such as 2026-12-01")
          String date,
      @Key(value = "Who says it, and for whom.", required = true) String from,
      @Key("The bundle that it is about, such as `tuned/2026-12-01`. Default: all.")
          Optional<String> about,
      @Key(value = "The text.", required = true) String text) {}

  /** In the order of the reference page. */
  public static List<Setting> rules() {
    return GRAMMAR.keys();
  }

  /** Empty if something is wrong in it, which is then among the problems. */
  static Optional<SystemFile> read(Path file, Problems problems) {
    Optional<Fields> fields =
        InputFiles.source(file, problems)
            .flatMap(source -> YamlTree.read(source, problems))
            .map(top -> GRAMMAR.check(top, false, problems));
    fields.ifPresent(SystemFile::requireReasons);
    return problems.hasErrors() ? Optional.empty() : fields.map(it -> it.read(SystemFile.class));
  }

  private static void requireReasons(Fields fields) {
    if (fields.node("exceptions").orElse(null) instanceof YamlMap exceptions) {
      exceptions
          .entries()
          .forEach(
              (name, entry) -> {
                if (!(entry.value() instanceof YamlScalar)
                    || entry.value().asText().filter(text -> !text.isBlank()).isEmpty()) {
                  fields
                      .problems()
                      .error(
                          entry.keyMark(),
                          "exceptions." + name,
                          "the reason is missing; allowed a text");
                }
              });
    }
  }
}
