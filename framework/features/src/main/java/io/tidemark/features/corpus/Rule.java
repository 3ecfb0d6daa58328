package io.tidemark.features.corpus;

import io.tidemark.report.document.Block.Statement;
import io.tidemark.report.document.Block.Statements;
import io.tidemark.report.document.Section;
import java.util.stream.Stream;

/** The rules of a corpus, in the order in which readers need them. */
public enum Rule {
  PLACE(
      "Place",
      "`systems/NAME/VARIANT/DATE.bundle`, or `DATE-N.bundle` for a further one of that day: the"
          + " variant is `default` or `tuned`, the date that of the first run in UTC. Beside the"
          + " variants is `system.yaml`. A system has a bundle of `default`; `tuned` is optional."),
  STUDY(
      "Study",
      "A bundle is a study of `bin/benchmark study` without a matrix. Its only environment has the"
          + " name NAME-VARIANT."),
  DEFAULT(
      "Default",
      "`default` is the broker and its client as they are installed. Only what is needed to"
          + " connect, and to give the guarantee that the page states, is set."),
  TUNED(
      "Tuned",
      "`tuned` is the same version with any settings that users can set. `tuned` of `system.yaml`"
          + " says what is changed and why."),
  GUARANTEES(
      "Equal guarantees",
      "Systems stand beside each other only if the number of copies, the copies that exist when a"
          + " send is acknowledged, the flush to disk, and the machines are equal. The driver"
          + " reports the first three."),
  WORKLOADS(
      "Equal workloads",
      "A bundle has each workload of the folder `workloads` with no other key than `iterations`"
          + " changed. A system that cannot run one names it in `exceptions`, with the reason."),
  REPETITIONS(
      "Repetitions",
      "Each workload is run at least 3 times, in random order. All runs are in the bundle and on"
          + " the page: the slow ones, too."),
  VERDICTS(
      "Verdicts",
      "A run that is INVALID or ABORTED is not a result. One that is FAILED is a result: the broker"
          + " did not keep up, and the page says it."),
  FIGURES("Figures", "`bin/benchmark verify` computes all figures again and finds no difference."),
  PROBES(
      "Probes",
      "`bin/benchmark probe --disk DIR --broker-volume -o FILE` measures the machine first; `probe`"
          + " of the study's environment names the file, so that its limits are in the bundle."),
  CHECKLIST(
      "Checklist",
      "Each item of `bin/benchmark checklist` is present or does not apply, or `exceptions` says why"
          + " it is missing."),
  INTEREST(
      "Interest",
      "`system.yaml` says who made the runs and what they gain or lose by the result. Vendors are"
          + " welcome, and named."),
  REPLIES(
      "Replies and disputes",
      "Anybody replies to a result, or disputes it, by a pull request that adds to `replies` of"
          + " `system.yaml`. It is published as it is, beside the figures. A dispute that names a"
          + " wrong setting is answered by another bundle, or with reasons."),
  REMOVAL(
      "Removal",
      "A bundle is removed if figures were changed, if it breaks a rule, or if it has a secret in"
          + " it; the commit says which. It is not removed because it is slow, old or unwelcome.");

  private final String title;
  private final String text;

  Rule(String title, String text) {
    this.title = title;
    this.text = text;
  }

  String title() {
    return title;
  }

  /** As Markdown, for a corpus and the reference page. */
  public static String markdown() {
    StringBuilder list = new StringBuilder();
    for (Rule each : values()) {
      list.append("- **%s**: %s\n".formatted(each.title, each.text));
    }
    return list.toString();
  }

  /** For the page. */
  static Section section() {
    return Section.of("rules", "Rules")
        .add(
            new Statements(
                Stream.of(values())
                    .map(each -> Statement.of(each.title, each.text.replace("`", "")))
                    .toList()));
  }
}
