package io.tidemark.driver.testkit.observed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** What became of messages 0 to n - 1. An error names the first few of those that are wrong. */
public record DeliveryCounts(
    int messages, List<Long> missing, List<Long> repeated, List<Long> foreign, List<Long> changed) {
  private static final int NAMED = 5;

  public static DeliveryCounts of(List<Inbox.Arrival> arrivals, int messages) {
    Set<Long> seen = new HashSet<>();
    List<Long> repeated = new ArrayList<>();
    List<Long> foreign = new ArrayList<>();
    List<Long> changed = new ArrayList<>();
    for (Inbox.Arrival arrival : arrivals) {
      long number = arrival.number();
      if (!NumberedPayload.isIntact(arrival.payload())) {
        changed.add(number);
      }
      if (number < 0 || number >= messages) {
        foreign.add(number);
      } else if (!seen.add(number)) {
        repeated.add(number);
      }
    }
    List<Long> missing =
        LongStream.range(0, messages).filter(number -> !seen.contains(number)).boxed().toList();
    return new DeliveryCounts(messages, missing, repeated, foreign, changed);
  }

  /** Each message once, with its body. */
  public void assertComplete(String where) {
    assertThat(wrong()).as("%s, of %d messages", where, messages).isEmpty();
  }

  private String wrong() {
    return text("missing", missing)
        + text("delivered more than once", repeated)
        + text("never sent", foreign)
        + text("changed", changed);
  }

  private static String text(String what, List<Long> numbers) {
    return numbers.isEmpty()
        ? ""
        : String.format(
            Locale.ROOT,
            "%s: %d (%s%s) ",
            what,
            numbers.size(),
            numbers.stream().limit(NAMED).map(String::valueOf).collect(Collectors.joining(", ")),
            numbers.size() > NAMED ? ", ..." : "");
  }
}
