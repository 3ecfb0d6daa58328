package io.tidemark.driver.rabbitmq;

import io.tidemark.driver.settings.Key;
import io.tidemark.driver.settings.SettingValues;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Where to get tokens that log in instead of user and password, by OAuth 2 client credentials.
 *
 * @param parameters further parameters of the token request, such as scope or resource
 */
public record OAuthOptions(
    @Key(name = "tokenUri", value = "Token endpoint, http[s].", required = true) String endpoint,
    @Key(value = "Client id for token requests.", required = true) String clientId,
    @Key(value = "Client secret.", required = true, secret = true) String clientSecret,
    @Key("Further parameters of the token request: scope, resource.")
        Map<String, String> parameters) {

  /** Whether the token endpoint is asked over TLS. */
  public boolean secured() {
    return endpoint.regionMatches(true, 0, "https:", 0, "https:".length());
  }

  /**
   * Encodes the client's id for a request of a token: the clients omit the encoding that RFC 6749,
   * 2.3.1 requires.
   */
  public String encodedClientId() {
    return URLEncoder.encode(clientId, StandardCharsets.UTF_8);
  }

  /** The secret, encoded in the same way as {@link #encodedClientId()}. */
  public String encodedClientSecret() {
    return URLEncoder.encode(clientSecret, StandardCharsets.UTF_8);
  }

  void check(SettingValues values) {
    values.problemIf(
        values.has("oauth.tokenUri") && !endpoint.matches("(?i)https?://[^/@]+[^@]*"),
        "oauth.tokenUri",
        "allowed an http or https address without user and password");
  }

  /** Prints the options without the secret. */
  @Override
  public String toString() {
    return "OAuthOptions[tokenUri=" + endpoint + ", clientId=" + clientId + "]";
  }
}
