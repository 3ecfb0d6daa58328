package io.tidemark.cli.brokers;

import io.tidemark.brokers.BrokerKind;
import io.tidemark.brokers.RabbitMqInstaller;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
    name = "install",
    description =
        "Puts a server into the private cache (no root needed). Kafka comes with Tidemark and needs no install.")
final class InstallCommand extends HelpfulCommand {
  @ParentCommand private BrokersCommand brokers;

  @Parameters(paramLabel = "KIND", description = "rabbitmq")
  private String kind;

  @Option(
      names = "--version",
      defaultValue = "3.10",
      description = "3.10 or 4 (default: ${DEFAULT-VALUE})")
  private String version;

  @Override
  public void run() {
    if (!BrokerKind.RABBITMQ.key().equals(kind)) {
      throw new IllegalArgumentException(
          "kind: nothing to install for '" + kind + "'; allowed rabbitmq");
    }
    brokers.say(
        new RabbitMqInstaller(brokers.home().cacheDirectory(), brokers::progress)
            .install(version)
            .toString());
  }
}
