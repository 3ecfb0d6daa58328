package io.tidemark.worker.session;

import static java.util.Comparator.comparing;

import io.tidemark.driver.EffectiveConfiguration;
import io.tidemark.driver.EffectiveSetting;
import io.tidemark.driver.EffectiveSetting.Origin;
import io.tidemark.model.snapshot.BrokerConfiguration;
import io.tidemark.model.snapshot.BrokerConfiguration.Entry;
import io.tidemark.model.yaml.SecretName;
import io.tidemark.worker.driver.FailureLine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** What a driver read of the broker's settings, in the bounded form of a result. */
final class SettingsReading {
  /** Values of names such as {@code delegation.token.max.lifetime.ms}, which are no secrets. */
  private static final Pattern HARMLESS = Pattern.compile("-?[0-9]*+|true|false|null|\\*+");

  /** All but the subject. */
  private record Value(String scope, String name, String value, Origin origin, String source) {}

  private SettingsReading() {}

  /** Without secrets; equal settings are one, changed ones come first. */
  static BrokerConfiguration of(EffectiveConfiguration read) {
    Map<Value, Set<String>> subjects = new LinkedHashMap<>();
    for (EffectiveSetting each : read.settings()) {
      Value value =
          new Value(
              shortened(each.scope()),
              shortened(each.name()),
              shortened(masked(each)),
              each.origin(),
              shortened(each.source()));
      subjects.computeIfAbsent(value, any -> new LinkedHashSet<>()).add(shortened(each.subject()));
    }
    List<Value> sorted =
        subjects.keySet().stream()
            .sorted(
                comparing((Value each) -> each.origin != Origin.CHANGED)
                    .thenComparing(Value::scope)
                    .thenComparing(Value::name)
                    .thenComparing(Value::value))
            .toList();
    List<String> notes = new ArrayList<>(read.notes().stream().map(FailureLine::masked).toList());
    int left = sorted.size() - BrokerConfiguration.MOST_SETTINGS;
    if (left > 0) {
      notes.add(0, String.format(Locale.ROOT, "%,d more settings are left out", left));
    }
    return new BrokerConfiguration(
        sorted.stream()
            .limit(BrokerConfiguration.MOST_SETTINGS)
            .map(each -> entry(each, List.copyOf(subjects.getOrDefault(each, Set.of()))))
            .toList(),
        notes);
  }

  private static Entry entry(Value each, List<String> subjects) {
    List<String> shown =
        new ArrayList<>(
            subjects.subList(0, Math.min(subjects.size(), BrokerConfiguration.MOST_SUBJECTS)));
    if (subjects.size() > shown.size()) {
      shown.add(String.format(Locale.ROOT, "%d more", subjects.size() - shown.size()));
    }
    String origin = each.origin.name().toLowerCase(Locale.ROOT);
    return new Entry(each.scope, shown, each.name, each.value, origin, each.source);
  }

  private static String masked(EffectiveSetting each) {
    return SecretName.looksSecret(each.name()) && !HARMLESS.matcher(each.value()).matches()
        ? EffectiveSetting.SECRET
        : each.value();
  }

  private static String shortened(String text) {
    String clean = FailureLine.masked(text);
    return clean.length() <= BrokerConfiguration.MOST_CHARACTERS
        ? clean
        : clean.substring(0, BrokerConfiguration.MOST_CHARACTERS) + "...";
  }
}
