package io.tidemark.driver.kafka.config;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.security.oauthbearer.ClientJwtValidator;
import org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginCallbackHandler;
import org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule;

/**
 * Completes the properties of a client that gets tokens from an endpoint: the client needs three
 * classes for that, which are always the same, and whose names a worker would refuse in a file.
 */
final class OauthProperties {
  private OauthProperties() {}

  static Map<String, String> completed(Map<String, String> properties) {
    if (!OAuthBearerLoginModule.OAUTHBEARER_MECHANISM.equals(
            properties.get(SaslConfigs.SASL_MECHANISM))
        || !properties.containsKey(SaslConfigs.SASL_OAUTHBEARER_TOKEN_ENDPOINT_URL)) {
      return properties;
    }
    Map<String, String> all = new HashMap<>(properties);
    all.putIfAbsent(
        SaslConfigs.SASL_JAAS_CONFIG, OAuthBearerLoginModule.class.getName() + " required;");
    all.putIfAbsent(
        SaslConfigs.SASL_LOGIN_CALLBACK_HANDLER_CLASS,
        OAuthBearerLoginCallbackHandler.class.getName());
    // The default one needs a library for signatures, which only brokers check.
    all.putIfAbsent(
        SaslConfigs.SASL_OAUTHBEARER_JWT_VALIDATOR_CLASS, ClientJwtValidator.class.getName());
    return all;
  }
}
