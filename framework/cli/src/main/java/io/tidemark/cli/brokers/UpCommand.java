package io.tidemark.cli.brokers;

import io.tidemark.base.brokers.BrokerKind;
import io.tidemark.base.brokers.BrokerOptions;
import io.tidemark.brokers.BrokerRegistry;
import io.tidemark.brokers.ClusterText;
import io.tidemark.brokers.DriverSnippet;
import io.tidemark.brokers.cluster.LocalCluster;
import io.tidemark.brokers.spec.LocalClusterSpec;
import io.tidemark.cli.options.InstallOption;
import io.tidemark.cli.options.TimeSpan;
import io.tidemark.driver.settings.Setting;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(name = "up", description = "Starts a cluster that runs until 'down'.")
final class UpCommand extends HelpfulCommand {
  @ParentCommand private BrokerHost brokers;

  @Parameters(paramLabel = "KIND", description = "kafka, rabbitmq, jms or command.")
  private String kind;

  @Option(
      names = "--nodes",
      defaultValue = "1",
      description = "Number of nodes, 1 to 9. Default: ${DEFAULT-VALUE}.")
  private int nodes;

  @Option(
      names = "--version",
      description =
          "rabbitmq: 4, 3.10 or 4.3. kafka: 4.3.1, 4.2.1, 4.1.2, 4.0.2 or 3.9.2. Default: the"
              + " first.")
  private Optional<String> version;

  @Option(names = "--name", description = "Name of the cluster. Default: its kind.")
  private Optional<String> name;

  @Option(
      names = "--option",
      paramLabel = "NAME=VALUE",
      completionCandidates = OptionNames.class,
      description = "${COMPLETION-CANDIDATES}.")
  private Map<String, String> options = new TreeMap<>();

  @Option(
      names = "--home",
      paramLabel = "DIR",
      description =
          "Use the server in this folder and no other. rabbitmq: with sbin/rabbitmq-server; kafka: with"
              + " libs.")
  private Optional<Path> home;

  @Option(
      names = "--no-docker",
      description = "rabbitmq: never taken from a Docker engine (as TIDEMARK_DOCKER=false).")
  private boolean noDocker;

  @Mixin private InstallOption install;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      defaultValue = "120s",
      converter = TimeSpan.class,
      description = "How long the cluster may take to become ready. Default: ${DEFAULT-VALUE}.")
  private Duration timeout;

  @Override
  public void run() {
    if (noDocker) {
      options.put("docker", "false");
    }
    home.ifPresent(folder -> options.put("home", folder.toAbsolutePath().toString()));
    LocalClusterSpec spec = new LocalClusterSpec(kind, nodes, version, options);
    OptionNames.deprecated(spec.brokerKind(), options).forEach(brokers::progress);
    BrokerRegistry registry = new BrokerRegistry(install.of(brokers.home()));
    String chosen = name.orElse(kind);
    LocalCluster cluster = registry.up(chosen, spec, timeout, brokers::progress);
    brokers.say(
        ClusterText.of(new BrokerRegistry.Entry(chosen, OptionalLong.empty(), false), cluster));
    brokers.say(DriverSnippet.of(cluster));
  }

  /** The names of the options of each kind of broker, as the help shows them. */
  static final class OptionNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      List<String> common = common();
      Stream<String> kinds =
          Stream.of(BrokerKind.values())
              .map(kind -> kind.key() + ": " + listed(names(kind), common));
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
}
