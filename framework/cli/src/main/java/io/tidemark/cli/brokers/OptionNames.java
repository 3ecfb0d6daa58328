package io.tidemark.cli.brokers;

import io.tidemark.base.brokers.BrokerKind;
import io.tidemark.base.brokers.BrokerOptions;
import io.tidemark.driver.settings.Setting;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The names of the options of each kind of broker, as the help shows them. */
final class OptionNames implements Iterable<String> {
  @Override
  public Iterator<String> iterator() {
    List<String> common = common();
    Stream<String> kinds =
        Stream.of(BrokerKind.values()).map(kind -> kind.key() + ": " + listed(names(kind), common));
    String all = String.join("; ", kinds.toList()) + "; all: " + String.join(", ", common);
    return List.of(all).iterator();
  }

  private static List<String> names(BrokerKind kind) {
    return BrokerOptions.of(kind).stream().map(Setting::path).toList();
  }

  private static List<String> common() {
    List<String> common = new ArrayList<>(names(BrokerKind.KAFKA));
    Stream.of(BrokerKind.values()).forEach(kind -> common.retainAll(names(kind)));
    return common;
  }

  private static String listed(List<String> names, List<String> common) {
    return String.join(", ", names.stream().filter(name -> !common.contains(name)).toList());
  }

  /** A warning for each option that has its older name. */
  static List<String> deprecated(BrokerKind kind, Map<String, String> options) {
    return options.keySet().stream()
        .filter(name -> !BrokerOptions.named(kind, name).path().equals(name))
        .map(
            name ->
                "option %s is deprecated; use %s"
                    .formatted(name, BrokerOptions.named(kind, name).path()))
        .toList();
  }
}
