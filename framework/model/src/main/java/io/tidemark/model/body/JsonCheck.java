package io.tidemark.model.body;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** Whether bodies are JSON. */
public final class JsonCheck {
  private static final JsonFactory JSON = new JsonFactory();
  private static final int SHOWN = 60;

  private JsonCheck() {}

  /** Each body must be one JSON value. */
  public static void check(List<byte[]> bodies) throws BodyException {
    for (int i = 0; i < bodies.size(); i++) {
      check(bodies.get(i), i);
    }
  }

  private static void check(byte[] body, int number) throws BodyException {
    try (JsonParser parser = JSON.createParser(body)) {
      if (parser.nextToken() == null) {
        throw new BodyException("body " + number + " is empty; allowed one JSON value");
      }
      parser.skipChildren();
      if (parser.nextToken() != null) {
        throw wrong(body, number, "a second value", parser.currentTokenLocation());
      }
    } catch (JsonProcessingException e) {
      throw wrong(body, number, e.getOriginalMessage(), e.getLocation());
    } catch (IOException e) {
      throw new BodyException("body " + number + " is not JSON: " + e.getMessage());
    }
  }

  private static BodyException wrong(byte[] body, int number, String why, JsonLocation at) {
    String text = new String(body, StandardCharsets.UTF_8).replaceAll("\\s+", " ");
    return new BodyException(
        String.format(
            Locale.ROOT,
            "body %d is not JSON at line %d, column %d: %s; it begins with %s",
            number,
            at == null ? 1 : at.getLineNr(),
            at == null ? 1 : at.getColumnNr(),
            why.replaceAll("\\s+", " "),
            text.substring(0, Math.min(SHOWN, text.length()))));
  }
}
