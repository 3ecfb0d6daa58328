package io.tidemark.model.workloadfile;

import io.tidemark.driver.settings.Quantities;
import io.tidemark.driver.settings.Setting.Type;
import io.tidemark.model.grammar.Fields;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.PayloadSpec.Unread;
import io.tidemark.model.workload.Pattern;
import io.tidemark.model.workload.ProducerRate;
import io.tidemark.model.workload.SearchSpec;
import io.tidemark.model.workload.SearchSpec.Quantity;
import io.tidemark.model.workload.TimeSpec;
import io.tidemark.model.workload.WorkloadKeys;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** How the highest sustainable rate is searched, with {@code producerRate: 0}. */
record SearchReader(Fields fields, WorkloadKeys file) {
  private static final String SEARCH = "search";
  private static final String OVER = "over";
  private static final String START = "startAt";
  private static final String SHORT_TRIAL = "shortTrialDuration";

  /** The search for the rate; empty for none. */
  Optional<SearchSpec> ofRate(ProducerRate rate, Pattern pattern, TimeSpec time) {
    if (keys().over() != Quantity.RATE) {
      return Optional.empty();
    }
    if (rate.isSearched() && pattern == Pattern.PUBSUB) {
      return Optional.of(complete(SearchSpec.MOST_RATE, time));
    }
    if (fields.has(SEARCH)
        && !fields.haveErrors()
        && !(rate.isSearched() && pattern.fillsFirst())) {
      fields.error(SEARCH, "needs producerRate: 0 and pattern: pubsub; leave the key out");
    }
    return Optional.empty();
  }

  /** The search for another quantity than the rate; empty for none. */
  Optional<SearchSpec> other(TimeSpec time, Optional<PayloadSpec> payload) {
    Quantity over = keys().over();
    if (over == Quantity.RATE) {
      return Optional.empty();
    }
    if (over == Quantity.CONSUMERS && file.destinations().consumerPerSubscription() == 0) {
      fields
          .section(SEARCH)
          .error(
              OVER, over.key() + " needs consumers; allowed with consumerPerSubscription from 1");
    }
    return Optional.of(complete(Math.max(1, most(over, payload)), time));
  }

  /** The workload's own number. */
  private double most(Quantity over, Optional<PayloadSpec> payload) {
    return switch (over) {
      case RATE -> SearchSpec.MOST_RATE;
      case PRODUCERS -> file.destinations().producersPerTopic();
      case CONSUMERS -> file.destinations().consumerPerSubscription();
      case REQUESTERS -> fields.text("requesters").flatMap(Type.NUMBER::number).orElse(1.0);
      case MESSAGE_SIZE -> payload.map(SearchReader::largest).orElse(1.0);
      case SCALE_RATE -> SearchSpec.MOST_SCALE;
    };
  }

  private static double largest(PayloadSpec payload) {
    return payload.content() instanceof Unread ? Double.MAX_VALUE : payload.firstBytes();
  }

  private static double usualStart(Quantity over, double most) {
    return switch (over) {
      case RATE -> SearchSpec.DEFAULT.start();
      case MESSAGE_SIZE -> Math.min(100, most);
      case CONSUMERS -> most;
      case PRODUCERS, REQUESTERS, SCALE_RATE -> 1;
    };
  }

  private SearchSpec keys() {
    return fields.section(SEARCH).read(SearchSpec.class);
  }

  private SearchSpec complete(double most, TimeSpec time) {
    Fields section = fields.section(SEARCH);
    SearchSpec keys = keys();
    Quantity over = keys.over();
    double start = keys.startAt().orElseGet(() -> usualStart(over, most));
    requireForm(section, over == Quantity.MESSAGE_SIZE ? Type.SIZE : Type.RATE);
    double least = keys.least();
    if (start < least) {
      section.error(
          START, "is too small, got " + section.text(START).orElse("") + "; allowed from 1");
    }
    if (over == Quantity.SCALE_RATE && start > most) {
      section.error(START, String.format(Locale.ROOT, "is too large; allowed at most %.0f", most));
    } else if (over != Quantity.RATE && start > most) {
      section.error(
          START,
          String.format(
              Locale.ROOT,
              "is above that of the workload, got %.0f; allowed at most %.0f",
              start,
              most));
    }
    Duration trial = keys.trialDuration();
    Duration usual = keys.shortTrialDuration();
    boolean shorter = !section.has(SHORT_TRIAL) && trial.compareTo(usual) < 0;
    if (!shorter && usual.compareTo(trial) > 0) {
      section.error(
          SHORT_TRIAL,
          "is longer than trialDuration, got %s; allowed at most %s"
              .formatted(Quantities.text(usual), Quantities.text(trial)));
    }
    return keys.complete(
        Math.max(least, start),
        keys.warmupDuration().orElseGet(time::warmup),
        shorter ? trial : usual);
  }

  private static void requireForm(Fields section, Type form) {
    section
        .text(START)
        .filter(text -> form.number(text).or(() -> Type.NUMBER.number(text)).isEmpty())
        .ifPresent(
            text ->
                section.error(
                    START, "wrong value, got " + text + "; allowed " + form.description()));
  }
}
