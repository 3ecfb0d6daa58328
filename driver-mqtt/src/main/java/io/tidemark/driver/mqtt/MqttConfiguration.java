package io.tidemark.driver.mqtt;

import com.hivemq.client.mqtt.MqttClientSslConfig;
import com.hivemq.client.mqtt.MqttClientSslConfigBuilder;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import io.tidemark.driver.settings.Key;
import io.tidemark.driver.settings.SettingValues;
import io.tidemark.driver.settings.TlsStores;
import java.io.IOException;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The driver's file. */
record MqttConfiguration(
    @Key(
            name = "mqttUris",
            value = "Addresses of the brokers, or comma-separated lists of them.",
            each =
                "mqtt[s]://user:password@host:port. A user of RabbitMQ's virtual host `bench`"
                    + " is `bench%3Auser`.",
            required = true,
            secret = true)
        List<String> uris,
    Connecting connecting,
    Publishing publishing,
    Subscribing subscribing,
    Topics topics,
    @Key(
            name = "broker",
            value =
                "Facts about the broker, which MQTT cannot report. Numbers that it publishes"
                    + " below `$SYS` are metrics: `$SYS/broker/messages/stored` is"
                    + " `sysMessagesStored`.")
        Stated stated,
    @Key(name = "tls", value = "TLS of mqtts addresses.") MqttTlsOptions tls) {

  /** What happens to unacknowledged messages of a lost connection. */
  enum OnClose {
    FAIL,
    REPUBLISH
  }

  /** AUTO: if the broker has them. */
  enum Shared {
    AUTO,
    TRUE,
    FALSE
  }

  record Connecting(
      @Key(value = "Timeout of a connection attempt.", orElse = "5s", range = "100ms..")
          Duration connectTimeout,
      @Key(value = "Longest wait for the broker when a client is closed.", orElse = "2s")
          Duration closeTimeout,
      @Key(
              value = "Time without traffic after which the client sends a ping.",
              orElse = "60s",
              range = "1s..65535s")
          Duration keepAlive,
      @Key(
              value = "Threads for all connections; 0: twice the number of processors.",
              orElse = "0",
              range = "0..1024")
          int ioThreads) {}

  /**
   * @param maxInFlight messages without an acknowledgement on a connection; further ones wait in
   *     the client
   */
  record Publishing(
      @Key(
              value =
                  "Quality of service of publications: 0, 1 or 2. A send ends when it is"
                      + " written (0: nothing proves that the broker has it), with PUBACK (1) or with"
                      + " PUBCOMP (2). RabbitMQ allows 0 and 1.",
              orElse = "1",
              range = "0..2")
          int qos,
      @Key(
              value =
                  "Most unacknowledged messages per producer; the broker's receive maximum if"
                      + " that is less. Others wait in the client: publish latency contains this"
                      + " wait.",
              orElse = "65535",
              range = "1..65535")
          int maxInFlight,
      @Key(
              value = "A send without an acknowledgement fails after this.",
              orElse = "30s",
              range = "100ms..")
          Duration sendTimeout,
      @Key(value = "The broker discards a message after this; not set: never.", range = "1s..")
          Optional<Duration> messageExpiry,
      @Key(
              name = "unconfirmedOnClose",
              value =
                  "Whether messages that a lost connection left unacknowledged fail, or are"
                      + " sent again, which can duplicate them. With QoS 2 only if the broker has not"
                      + " kept the session.",
              orElse = "fail")
          OnClose onClose) {
    MqttQos level() {
      return MqttQos.fromCode(qos);
    }

    boolean republishes() {
      return onClose == OnClose.REPUBLISH;
    }
  }

  record Subscribing(
      @Key(
              value =
                  "Quality of service of subscriptions; not set: that of qos. Consumers"
                      + " acknowledge after their callback.",
              range = "0..2")
          Optional<Integer> subscriptionQos,
      @Key(
              value =
                  "Most unacknowledged messages that the broker sends to a consumer; with QoS 0 the"
                      + " messages that wait in the client, further ones are dropped.",
              orElse = "1000",
              range = "1..65535")
          int receiveMaximum,
      @Key(
              value =
                  "Shared subscriptions, with a session for each consumer. Without them the"
                      + " consumers of a subscription share one session of one worker. RabbitMQ has"
                      + " none.",
              orElse = "auto")
          Shared sharedSubscriptions,
      @Key(
              value =
                  "Time for which the broker keeps a session without a connection. A"
                      + " subscription is such a session: it exists before its consumers.",
              orElse = "1h",
              range = "1s..4294967294s")
          Duration sessionExpiry) {}

  record Topics(
      @Key(value = "Prefix of the names of topics.", orElse = "test-topic") String topicPrefix,
      @Key(
              value =
                  "Partitions of topics are kept in retained messages. Without them all topics"
                      + " exist, and have one partition. Set `false` behind a load balancer and for"
                      + " topics of other programs. `bin/benchmark clean` does not find topics of"
                      + " MQTT.",
              orElse = "true")
          boolean topicRecords) {}

  /** Facts that the user states. */
  record Stated(
      @Key(value = "Name.", orElse = "MQTT 5 broker") String name,
      @Key("Version. Default: `$SYS/broker/version`.") Optional<String> version,
      @Key(value = "Number of brokers.", range = "1..1000") Optional<Integer> nodes,
      @Key(value = "Copies of each message.", range = "1..1000") Optional<Integer> replication,
      @Key("Copies that exist when a send is acknowledged, such as majority of copies.")
          Optional<String> acknowledgement,
      @Key("Where a copy is then, such as in memory.") Optional<String> persistence) {}

  static MqttConfiguration from(SettingValues values) {
    MqttConfiguration read = values.read(MqttConfiguration.class);
    try {
      read.addresses();
    } catch (IllegalArgumentException e) {
      values.problem("mqttUris", MqttAddress.ALLOWED);
    }
    values.problemIf(
        read.topics.topicPrefix.isBlank() || TopicName.problem(read.topics.topicPrefix).isPresent(),
        "topicPrefix",
        "got '" + read.topics.topicPrefix + "'; allowed a name without + and #");
    read.tls.check(values);
    return read;
  }

  List<MqttAddress> addresses() {
    return MqttAddress.parseAll(uris);
  }

  MqttQos subscriptionLevel() {
    return MqttQos.fromCode(subscribing.subscriptionQos().orElse(publishing.qos()));
  }

  @Override
  public String toString() {
    return "MqttConfiguration[" + addresses() + "]";
  }

  /**
   * TLS of {@code mqtts://} addresses. Without keys Java's own certificate authorities are used.
   */
  record MqttTlsOptions(
      @Key("PEM file with trusted CA certificates.") Optional<Path> ca,
      @Key("PKCS12 or JKS file with trusted CA certificates.") Optional<Path> trustStore,
      @Key(value = "Its password.", secret = true) String trustStorePassword,
      @Key("PKCS12 or JKS file with the client's key.") Optional<Path> keyStore,
      @Key(value = "Its password.", secret = true) String keyStorePassword,
      @Key(value = "Whether certificates must match the host.", orElse = "true")
          boolean verifyHostname) {

    void check(SettingValues values) {
      ca.ifPresent(
          file -> TlsStores.check(values, "tls.ca", file, () -> TlsStores.authorities(file)));
      trustStore.ifPresent(
          file -> TlsStores.check(values, "tls.trustStore", file, trustStorePassword));
      keyStore.ifPresent(file -> TlsStores.check(values, "tls.keyStore", file, keyStorePassword));
      values.problemIf(
          ca.isPresent() && trustStore.isPresent(),
          "tls.ca",
          "cannot be combined with tls.trustStore");
    }

    MqttClientSslConfig config() throws IOException {
      MqttClientSslConfigBuilder builder =
          MqttClientSslConfig.builder().trustManagerFactory(TlsStores.trust(authorities()));
      if (keyStore.isPresent()) {
        builder =
            builder.keyManagerFactory(
                TlsStores.identity(
                    TlsStores.keyStore(keyStore.get(), keyStorePassword), keyStorePassword));
      }
      if (!verifyHostname) {
        builder = builder.hostnameVerifier((host, session) -> true);
      }
      return builder.build();
    }

    private Optional<KeyStore> authorities() throws IOException {
      if (ca.isPresent()) {
        return Optional.of(TlsStores.authorities(ca.get()));
      }
      return trustStore.isPresent()
          ? Optional.of(TlsStores.keyStore(trustStore.get(), trustStorePassword))
          : Optional.empty();
    }

    @Override
    public String toString() {
      return "MqttTlsOptions[ca=" + ca + ", trustStore=" + trustStore + "]";
    }
  }
}
