package io.tidemark.driver.rabbitmq.quorum.connection;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Method;
import com.rabbitmq.client.PossibleAuthenticationFailureException;
import com.rabbitmq.client.ShutdownSignalException;
import com.rabbitmq.client.amqp.AmqpException;
import com.rabbitmq.qpid.protonj2.client.ErrorCondition;
import com.rabbitmq.qpid.protonj2.client.exceptions.ClientResourceRemotelyClosedException;
import io.tidemark.driver.FailureReason;
import io.tidemark.driver.RefusedException;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/** Which failures of AMQP 0-9-1 and 1.0 the broker would repeat, and its words for them. */
public final class Refusals {
  /** {@code NOT_ALLOWED} is also what limits of a virtual host end with. */
  private static final Set<Integer> FINAL =
      Set.of(
          AMQP.ACCESS_REFUSED,
          AMQP.NOT_FOUND,
          AMQP.PRECONDITION_FAILED,
          AMQP.INVALID_PATH,
          AMQP.SYNTAX_ERROR,
          AMQP.COMMAND_INVALID,
          AMQP.NOT_ALLOWED,
          AMQP.NOT_IMPLEMENTED);

  private static final Set<String> FINAL_CONDITIONS =
      Set.of(
          "amqp:unauthorized-access",
          "amqp:not-found",
          "amqp:precondition-failed",
          "amqp:not-allowed",
          "amqp:invalid-field",
          "amqp:not-implemented",
          "amqp:resource-limit-exceeded");

  /** Texts of the same codes for what passes when a node or replica is there. */
  private static final List<String> PASSING =
      List.of(
          "does not have a running replica",
          "is down",
          "inaccessible",
          "stopped by supervisor",
          "minority",
          "noproc");

  private Refusals() {}

  /** Whether a channel or connection was closed for a reason that does not pass by itself. */
  public static boolean isFinal(Throwable failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof PossibleAuthenticationFailureException
          || each instanceof AmqpException.AmqpSecurityException
          || (each instanceof ClientResourceRemotelyClosedException closed && isFinal(closed))
          || (each instanceof ShutdownSignalException signal && isFinal(signal.getReason()))) {
        return true;
      }
    }
    return RefusedException.isIn(failure);
  }

  /** Whether the broker has closed the connection because it failed itself. */
  public static boolean isInternalError(Throwable failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof ShutdownSignalException signal
          && signal.getReason() instanceof AMQP.Connection.Close close) {
        return close.getReplyCode() == AMQP.INTERNAL_ERROR;
      }
    }
    return false;
  }

  private static boolean isFinal(Method reason) {
    if (reason instanceof AMQP.Channel.Close close) {
      return isFinal(close.getReplyCode(), close.getReplyText());
    }
    return reason instanceof AMQP.Connection.Close close
        && isFinal(close.getReplyCode(), close.getReplyText());
  }

  private static boolean isFinal(ClientResourceRemotelyClosedException closed) {
    ErrorCondition condition = closed.getErrorCondition();
    return condition != null
        && FINAL_CONDITIONS.contains(condition.condition())
        && mayNotPass(String.valueOf(condition.description()));
  }

  private static boolean isFinal(int code, String text) {
    return FINAL.contains(code) && mayNotPass(text);
  }

  private static boolean mayNotPass(String text) {
    return PASSING.stream().noneMatch(text::contains);
  }

  /** The broker's words if it has closed a channel or connection, else the innermost message. */
  public static String reason(Throwable failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof ShutdownSignalException signal) {
        if (signal.getReason() instanceof AMQP.Channel.Close close) {
          return close.getReplyText();
        }
        if (signal.getReason() instanceof AMQP.Connection.Close close) {
          return close.getReplyText();
        }
      }
    }
    return FailureReason.of(failure);
  }

  /** Returns the exception that shows whether the failure can pass. */
  public static IOException failure(String message, Throwable cause) {
    return isFinal(cause) ? new RefusedException(message, cause) : new IOException(message, cause);
  }

  /** Returns the failure of one of two nodes that says more: a refusal, not a missing answer. */
  public static IOException worse(IOException one, IOException other) {
    boolean refused = RefusedException.isIn(one) && !RefusedException.isIn(other);
    IOException shown = refused ? one : other;
    shown.addSuppressed(refused ? other : one);
    return shown;
  }
}
