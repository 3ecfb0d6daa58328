package io.tidemark.cli.brokers;

import io.tidemark.base.brokers.BrokerKind;
import io.tidemark.brokers.KafkaArchiveWriter;
import io.tidemark.brokers.rabbitmq.RabbitMqInstaller;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
    name = "install",
    description = {
      "Installs broker files in the private cache; root is not required.",
      "rabbitmq: the server. kafka: an archive for faster starts; Kafka is"
          + " included in Tidemark."
    })
final class InstallCommand extends HelpfulCommand {
  @ParentCommand private BrokerHost brokers;

  @Parameters(paramLabel = "KIND", description = "rabbitmq or kafka.")
  private String kind;

  @Option(
      names = "--version",
      defaultValue = "4",
      description = "rabbitmq: 4, 3.10 or 4.3. Default: ${DEFAULT-VALUE}.")
  private String version;

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
                  .install(version);
          case KAFKA -> new KafkaArchiveWriter(brokers.home(), brokers::progress).make();
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
