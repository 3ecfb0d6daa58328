package io.tidemark.driver.rabbitmq;

import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.EffectiveConfiguration;
import io.tidemark.driver.settings.Key;
import io.tidemark.driver.settings.SettingValues;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Keys for authentication and telemetry, common to the RabbitMQ drivers. */
public record BrokerSettings(
    @Key("User for addresses without one, as it is: without percent-encoding.")
        Optional<String> username,
    @Key(value = "Password of username, as it is: without percent-encoding.", secret = true)
        Optional<String> password,
    @Key(
            name = "managementUris",
            value =
                "Management addresses: telemetry, leaders, policies. Without them there are"
                    + " no metrics of the broker, and streams of RabbitMQ 3.12 or older have one"
                    + " partition.",
            each = "http[s]://user:password@host:port.",
            secret = true)
        List<String> management,
    @Key(
            name = "prometheusUris",
            value = "Prometheus endpoints: CPU time and reductions.",
            each = "http[s]://host:port.",
            secret = true)
        List<String> prometheus,
    @Key(
            value = "collect_statistics_interval of the nodes. 5 s, on local brokers 1 s.",
            orElse = "5s")
        Duration telemetryResolution,
    @Key("OAuth 2 tokens instead of passwords.") Optional<OAuthOptions> oauth,
    @Key("Certificates for amqps and other TLS addresses.") RabbitMqTlsOptions tls) {

  /** The brokers, with username and password. */
  public List<BrokerUri> brokers(List<String> addresses, String scheme) {
    return BrokerUri.parseAll(
        addresses,
        scheme,
        uri -> username.map(user -> uri.withLogin(user, password.orElse(""))).orElse(uri));
  }

  /**
   * The management API, if it has addresses. Those without a login get that of the first broker.
   */
  public Optional<ManagementApi> managementApi(
      List<BrokerUri> brokers, Optional<Supplier<String>> login) throws IOException {
    List<BrokerUri> uris =
        BrokerUri.parseAll(
            management,
            "http",
            uri ->
                brokers.stream()
                    .findFirst()
                    .map(first -> uri.withLogin(first.user(), first.password()))
                    .orElse(uri));
    return uris.isEmpty() ? Optional.empty() : Optional.of(new ManagementApi(uris, tls, login));
  }

  /** Settings that are in effect, as far as the management API shows them. */
  public static EffectiveConfiguration effective(
      Optional<ManagementApi> api, String virtualHost, List<String> topics)
      throws InterruptedException {
    return api.isPresent()
        ? ManagementConfiguration.read(api.get(), virtualHost, topics)
        : new EffectiveConfiguration(
            List.of(),
            List.of(
                "the settings of the broker are not known: the driver file has no managementUris"));
  }

  /** The telemetry of the first broker's virtual host. */
  public ManagementTelemetry telemetry(
      ManagementApi api, List<BrokerUri> brokers, Consumer<DriverEvent> events) throws IOException {
    return new ManagementTelemetry(
        api,
        BrokerUri.parseAll(prometheus, "http"),
        tls,
        brokers.get(0).virtualHost(),
        telemetryResolution,
        events,
        System::nanoTime);
  }

  /**
   * Notes what is wrong with addresses, TLS and tokens.
   *
   * @param key of the list of brokers, such as "amqpUris"
   * @param brokers its value
   * @param scheme the brokers' own, without TLS
   */
  public void check(SettingValues values, String key, List<String> brokers, String scheme) {
    checkUris(values, key, brokers, scheme);
    checkUris(values, "managementUris", management, "http");
    checkUris(values, "prometheusUris", prometheus, "http");
    values.problemIf(
        username.isPresent() != password.isPresent(),
        username.isPresent() ? "username" : "password",
        "needs " + (username.isPresent() ? "password" : "username"));
    values.problemIf(
        username.isPresent() && brokers.stream().anyMatch(BrokerUri::hasLogin),
        "username",
        "cannot be combined with a user in " + key);
    values.problemIf(
        values.has(key) && brokers.stream().allMatch(String::isBlank),
        key,
        "none given; allowed a list of " + scheme + "://user:password@host:port/vhost");
    oauth.ifPresent(options -> options.check(values));
    tls.check(values);
  }

  private static void checkUris(
      SettingValues values, String path, List<String> texts, String scheme) {
    for (int i = 0; i < texts.size(); i++) {
      try {
        BrokerUri.parseAll(List.of(texts.get(i)), scheme);
      } catch (IllegalArgumentException e) {
        values.problem(path + "[" + i + "]", String.valueOf(e.getMessage()));
      }
    }
  }
}
