package io.tidemark.cli.brokers;

import io.tidemark.base.brokers.BrokerKind;
import io.tidemark.brokers.KafkaArchiveWriter;
import io.tidemark.brokers.rabbitmq.RabbitMqInstaller;
import io.tidemark.brokers.spec.LocalClusterSpec;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
    name = "install",
    description = {
      "Installs broker files in the private cache; root is not required.",
      "rabbitmq: the server. kafka: an archive for faster starts, and the server of another"
          + " version than that included in Tidemark."
    })
final class InstallCommand extends HelpfulCommand {
  @ParentCommand private BrokerHost brokers;

  @Parameters(paramLabel = "KIND", description = "rabbitmq or kafka.")
  private String kind;

  @Option(
      names = "--version",
      description =
          "rabbitmq: 4, 3.10 or 4.3. kafka: 4.3.1, 4.2.1, 4.1.2, 4.0.2 or 3.9.2. Default: the"
              + " first.")
  private Optional<String> version;

  @Override
  public void run() {
    BrokerKind known =
        BrokerKind.named(kind)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "kind: nothing to install for '" + kind + "'; allowed rabbitmq, kafka"));
    Path installed =
        switch (known) {
          case RABBITMQ ->
              new RabbitMqInstaller(brokers.home().cacheDirectory(), brokers::progress)
                  .install(version.orElse("4"));
          case KAFKA ->
              new KafkaArchiveWriter(brokers.home().installing(true), brokers::progress)
                  .make(new LocalClusterSpec("kafka", 1, version, Map.of()));
          case JMS ->
              throw new IllegalArgumentException(
                  "kind: jms is included in Tidemark; allowed rabbitmq, kafka");
          case COMMAND ->
              throw new IllegalArgumentException(
                  "kind: command starts a broker that is installed; allowed rabbitmq, kafka");
        };
    brokers.say(installed.toString());
  }
}
