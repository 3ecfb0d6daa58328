package io.tidemark.driver.testkit.observed;

import io.tidemark.driver.settings.Setting;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of a driver file in which a secret has another value. The kit has no YAML parser: a key
 * that the file has is found by its name, and one that it does not have is added at the end.
 */
public record SecretText(String yaml) {

  public String with(Setting secret, String value) {
    Pattern given =
        Pattern.compile("(?m)(^|[{,\\s])(" + Pattern.quote(secret.name()) + ":[ \\t]+)[^,}\\n]+");
    Matcher found = given.matcher(yaml);
    if (found.find()) {
      return found.replaceFirst("$1$2" + Matcher.quoteReplacement(value));
    }
    String[] path = secret.path().split("\\.");
    StringBuilder added = new StringBuilder();
    for (int i = 0; i < path.length; i++) {
      added.append("  ".repeat(i)).append(path[i]).append(':');
      added.append(i < path.length - 1 ? "\n" : " " + value + "\n");
    }
    return (yaml.endsWith("\n") ? yaml : yaml + "\n") + added;
  }
}
