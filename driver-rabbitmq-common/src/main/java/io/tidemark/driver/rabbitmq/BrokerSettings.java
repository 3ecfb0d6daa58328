package io.tidemark.driver.rabbitmq;

import io.tidemark.driver.Setting;
import io.tidemark.driver.Setting.Type;
import java.util.ArrayList;
import java.util.List;

/** The keys that say where the brokers are and how to log in, the same in every RabbitMQ driver. */
public final class BrokerSettings {
  private BrokerSettings() {}

  /**
   * @param key of the list of addresses, such as "amqpUris"
   * @param form of one address
   */
  public static List<Setting> of(String key, String form) {
    List<Setting> settings = new ArrayList<>();
    settings.add(
        Setting.of(key, Type.LIST, "Addresses of the nodes, or comma lists of them.").asRequired());
    settings.add(Setting.of(key + "[]", Type.STRING, form).asSecret());
    settings.add(
        Setting.of(
            "managementUris", Type.LIST, "Management addresses: telemetry, leaders, policies."));
    settings.add(
        Setting.of("managementUris[]", Type.STRING, "http[s]://user:password@host:port")
            .asSecret());
    settings.add(
        Setting.of(
            "prometheusUris", Type.LIST, "Prometheus endpoints: processor time and reductions."));
    settings.add(Setting.of("prometheusUris[]", Type.STRING, "http[s]://host:port").asSecret());
    settings.add(
        Setting.of("telemetryResolution", Type.DURATION, "collect_statistics_interval of the nodes")
            .withDefault("5s"));
    settings.addAll(OAuthOptions.SETTINGS);
    settings.addAll(TlsOptions.SETTINGS);
    return settings;
  }
}
