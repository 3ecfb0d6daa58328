package io.tidemark.features.corpus;

import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Text;
import io.tidemark.model.result.finish.BrokerSize;
import io.tidemark.report.text.BrokerLine;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What an acknowledged message survives, in terms that systems share: a majority of 3 copies and
 * Kafka's {@code min.insync.replicas=2} are equal.
 *
 * @param copies in the cluster
 * @param acknowledged the least number of them when a send is acknowledged; another text where a
 *     driver reports that
 * @param persistence where they are then
 */
record Guarantee(int copies, String acknowledged, String persistence) {
  private static final Pattern AT_LEAST = Pattern.compile("at least (\\d{1,3})$");
  private static final String NONE = "none";

  /** Empty if the driver does not report it. */
  static Optional<Guarantee> of(RunResult run) {
    Optional<Integer> copies =
        BrokerSize.replication(run).or(() -> BrokerSize.nodes(run).filter(nodes -> nodes == 1));
    return copies.flatMap(
        number ->
            BrokerLine.acknowledgement(run)
                .flatMap(
                    text ->
                        BrokerLine.persistence(run)
                            .map(where -> new Guarantee(number, least(text, number), where))));
  }

  private static String least(String text, int copies) {
    Matcher atLeast = AT_LEAST.matcher(text);
    if (text.equals(NONE)) {
      return NONE;
    }
    if (copies == 1 || text.equals("one copy") || text.equals("all copies in sync")) {
      return "1"; // Only the leader needs to be in sync.
    }
    return switch (text) {
      case "majority of copies" -> "" + (copies / 2 + 1);
      case "all copies" -> "" + copies;
      default -> atLeast.find() ? atLeast.group(1) : text;
    };
  }

  /** {@code 3 copies, acknowledged with at least 2, flushed to disk}. */
  @Override
  public String toString() {
    String number = Text.plural(copies, "copy", "copies");
    if (acknowledged.equals(NONE)) {
      return number + ", not acknowledged, " + persistence;
    }
    return copies == 1
        ? number + ", acknowledged, " + persistence
        : "%s, acknowledged with at least %s, %s".formatted(number, acknowledged, persistence);
  }
}
