package io.tidemark.driver.rabbitmq.stream;

import com.rabbitmq.stream.AuthenticationFailureException;
import com.rabbitmq.stream.Constants;
import com.rabbitmq.stream.StreamDoesNotExistException;
import com.rabbitmq.stream.StreamException;
import io.tidemark.driver.RefusedException;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The broker's response codes: as text, and which of them it would repeat. */
final class StreamRefusals {
  private static final Map<Short, String> NAMES =
      Map.of(
          Constants.RESPONSE_CODE_STREAM_DOES_NOT_EXIST, "stream does not exist",
          Constants.RESPONSE_CODE_STREAM_NOT_AVAILABLE, "stream is not available",
          Constants.RESPONSE_CODE_AUTHENTICATION_FAILURE, "authentication failed",
          Constants.RESPONSE_CODE_VIRTUAL_HOST_ACCESS_FAILURE, "no access to the virtual host",
          Constants.RESPONSE_CODE_FRAME_TOO_LARGE, "frame too large",
          Constants.RESPONSE_CODE_INTERNAL_ERROR, "internal error",
          Constants.RESPONSE_CODE_ACCESS_REFUSED, "access refused",
          Constants.RESPONSE_CODE_PRECONDITION_FAILED, "precondition failed");

  private static final Set<Short> FINAL =
      Set.of(
          Constants.RESPONSE_CODE_AUTHENTICATION_FAILURE,
          Constants.RESPONSE_CODE_AUTHENTICATION_FAILURE_LOOPBACK,
          Constants.RESPONSE_CODE_VIRTUAL_HOST_ACCESS_FAILURE,
          Constants.RESPONSE_CODE_FRAME_TOO_LARGE,
          Constants.RESPONSE_CODE_ACCESS_REFUSED,
          Constants.RESPONSE_CODE_PRECONDITION_FAILED);

  private static final Pattern CODE = Pattern.compile("\\b(\\d{1,4}) \\([A-Z_]+\\)");

  private StreamRefusals() {}

  static String text(short code) {
    return NAMES.getOrDefault(code, "") + " (stream response code " + code + ")";
  }

  static boolean isFinal(short code) {
    return FINAL.contains(code);
  }

  /** Returns the exception that shows whether the failure can pass. */
  static IOException failure(String message, Throwable cause) {
    for (Throwable each = cause; each != null; each = each.getCause()) {
      if (each instanceof AuthenticationFailureException
          || each instanceof StreamDoesNotExistException
          || (each instanceof StreamException answered && isFinal(code(answered)))) {
        return new RefusedException(message, cause);
      }
    }
    return new IOException(message, cause);
  }

  /** The client often has it only in its text: "... exists: 16 (ACCESS_REFUSED)". */
  private static short code(StreamException answered) {
    Matcher text = CODE.matcher(String.valueOf(answered.getMessage()));
    return answered.getCode() <= Constants.RESPONSE_CODE_OK && text.find()
        ? Short.parseShort(text.group(1))
        : answered.getCode();
  }
}
