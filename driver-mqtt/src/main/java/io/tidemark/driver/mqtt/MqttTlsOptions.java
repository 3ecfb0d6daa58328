package io.tidemark.driver.mqtt;

import com.hivemq.client.mqtt.MqttClientSslConfig;
import com.hivemq.client.mqtt.MqttClientSslConfigBuilder;
import io.tidemark.driver.settings.Key;
import io.tidemark.driver.settings.SettingValues;
import io.tidemark.driver.settings.TlsStores;
import java.io.IOException;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Optional;

/** TLS of {@code mqtts://} addresses. Without keys Java's own certificate authorities are used. */
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
