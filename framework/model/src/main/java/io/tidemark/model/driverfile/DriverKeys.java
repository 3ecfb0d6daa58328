package io.tidemark.model.driverfile;

import io.tidemark.base.brokers.LocalBrokersSection;
import io.tidemark.driver.settings.Key;
import io.tidemark.driver.settings.Setting;
import io.tidemark.driver.settings.Setting.Type;
import io.tidemark.driver.settings.Settings;
import io.tidemark.model.grammar.AddedKeys;
import io.tidemark.model.grammar.Fields;
import io.tidemark.model.grammar.FileKind;
import io.tidemark.model.grammar.Grammar;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import java.util.List;
import java.util.Optional;

/** The keys of every driver's file. */
public final class DriverKeys {
  public static final String DRIVER_CLASS = "driverClass";
  static final String CONSUME_THROUGH = "consumeThrough";
  static final String COMMAND = "command";
  static final String WORKING_DIRECTORY = "workingDirectory";

  /** What a file must have. */
  record Head(
      @Key(value = "Name of the driver in results.", types = Type.NAME, required = true)
          String name,
      @Key(value = "Class of the driver, with its package.", required = true) String driverClass) {}

  /** Sections of the framework: a new one is a component here. */
  record Sections(
      @Key("Metrics that do not come from the driver.") Optional<TelemetryKeys> telemetry,
      @Key(
              "A second site that receives the messages of this one, for workloads with"
                  + " `pattern: failover`. Other workloads do not use it.")
          Optional<StandbySpec> standby,
      @Key(
              "Driver file that opens the consumers, in the folder of this file; this file opens"
                  + " the producers. Both speak to the same brokers, by different protocols or with"
                  + " different keys. If this file has `localBrokers`, the other one has them of the"
                  + " same kind, and uses those of this file. For workloads with `pattern: pubsub`"
                  + " or `fill-then-drain`, without `classes`.")
          Optional<String> consumeThrough) {}

  private record Brokers(
      @Key(
              value =
                  "Brokers to start on this machine for the run: a kind or a map. `${brokers.*}` is"
                      + " replaced with their addresses. Without it the addresses in the file are"
                      + " used.",
              shorthand = "kind")
          Optional<LocalBrokersSection> localBrokers) {}

  private static final Grammar SECTIONS =
      Grammar.of(Sections.class).with(AddedKeys.settings(FileKind.DRIVER));

  private static final Grammar COMMON =
      Grammar.of(Head.class).with(Settings.of(Brokers.class)).with(SECTIONS.keys());

  private DriverKeys() {}

  /** The framework's own keys. */
  public static List<Setting> common() {
    return COMMON.keys();
  }

  public static Grammar grammar() {
    return COMMON;
  }

  /** The framework's sections of a file of which the other keys have been checked. */
  static Fields sections(YamlMap file, Problems problems) {
    return SECTIONS.check(file, true, problems);
  }

  /** Returns all keys with the settings that a driver describes. */
  public static List<Setting> with(List<Setting> settings) {
    return COMMON.with(settings).keys();
  }
}
