package io.tidemark.driver.rabbitmq;

import io.tidemark.driver.Setting;
import io.tidemark.driver.Setting.Type;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where to get tokens that log in instead of user and password, by OAuth 2 client credentials.
 *
 * @param parameters what the token request has besides, such as scope or resource
 */
public record OAuthOptions(
    URI tokenUri, String clientId, String clientSecret, Map<String, String> parameters) {

  static final List<Setting> SETTINGS =
      List.of(
          Setting.of("oauth", Type.SECTION, "Log in with OAuth 2 tokens, not with passwords."),
          Setting.of("oauth.tokenUri", Type.STRING, "Token endpoint, http[s]."),
          Setting.of("oauth.clientId", Type.STRING, "Who asks for tokens."),
          Setting.of("oauth.clientSecret", Type.STRING, "The secret that goes with it.").asSecret(),
          Setting.of("oauth.parameters", Type.MAP, "More of the token request: scope, resource."));

  public OAuthOptions {
    parameters = Map.copyOf(parameters);
  }

  /** Reads the section {@code oauth}; empty when there is none. */
  public static Optional<OAuthOptions> from(ConfigurationTree tree) {
    if (!tree.has("oauth")) {
      return Optional.empty();
    }
    for (String key : List.of("oauth.clientId", "oauth.clientSecret")) {
      if (tree.text(key, "").isEmpty()) {
        tree.problem(key, "is missing");
      }
    }
    Map<String, String> parameters = new LinkedHashMap<>();
    tree.map("oauth.parameters").forEach((key, value) -> parameters.put(key, "" + value));
    return Optional.of(
        new OAuthOptions(
            tokenUri(tree),
            tree.text("oauth.clientId", ""),
            tree.text("oauth.clientSecret", ""),
            parameters));
  }

  private static URI tokenUri(ConfigurationTree tree) {
    String text = tree.text("oauth.tokenUri", "");
    if (!text.matches("https?://[^/]+.*")) {
      tree.problem("oauth.tokenUri", "got '" + text + "'; allowed an http or https address");
      return URI.create("http://none");
    }
    return URI.create(text);
  }

  /** Without the secret. */
  @Override
  public String toString() {
    return "OAuthOptions[tokenUri=" + tokenUri + ", clientId=" + clientId + "]";
  }
}
