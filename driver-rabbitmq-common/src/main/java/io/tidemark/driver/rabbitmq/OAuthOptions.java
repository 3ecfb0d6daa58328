package io.tidemark.driver.rabbitmq;

import io.tidemark.driver.Key;
import io.tidemark.driver.SettingValues;
import java.util.Map;

/**
 * Where to get tokens that log in instead of user and password, by OAuth 2 client credentials.
 *
 * @param parameters what the token request has besides, such as scope or resource
 */
public record OAuthOptions(
    @Key(name = "tokenUri", value = "Token endpoint, http[s].", required = true) String endpoint,
    @Key(value = "Who asks for tokens.", required = true) String clientId,
    @Key(value = "The secret that goes with it.", required = true, secret = true)
        String clientSecret,
    @Key("More of the token request: scope, resource.") Map<String, String> parameters) {

  /** Whether the token endpoint is asked over TLS. */
  public boolean secured() {
    return endpoint.startsWith("https:");
  }

  void check(SettingValues values) {
    values.problemIf(
        values.has("oauth.tokenUri") && !endpoint.matches("https?://[^/]+.*"),
        "oauth.tokenUri",
        "got '" + endpoint + "'; allowed an http or https address");
  }

  /** Without the secret. */
  @Override
  public String toString() {
    return "OAuthOptions[tokenUri=" + endpoint + ", clientId=" + clientId + "]";
  }
}
