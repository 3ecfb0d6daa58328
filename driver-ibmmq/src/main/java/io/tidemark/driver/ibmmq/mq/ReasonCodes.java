package io.tidemark.driver.ibmmq.mq;

import com.ibm.mq.MQException;
import com.ibm.mq.constants.MQConstants;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Where;
import io.tidemark.driver.ibmmq.provider.JmsFailure;
import io.tidemark.driver.ibmmq.provider.JmsFailure.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import java.util.Set;
import javax.jms.JMSException;

/** Reason codes as errors with location and advice. */
record ReasonCodes(Where where) {
  private static final int MQRC_NONE = 0;

  /** Advice for common codes. */
  private static final Properties ADVICE = advice();

  private static final Set<Integer> CONNECTION =
      Set.of(
          2002, 2009, 2018, 2058, 2059, 2161, 2162, 2202, 2203, 2393, 2397, 2537, 2538, 2539, 2543,
          2548);
  private static final Set<Integer> UNKNOWN_OBJECT = Set.of(2085, 2052, 2082);

  /** A full queue (2053) is not among them: a consumer may empty it. */
  private static final Set<Integer> REFUSED =
      Set.of(
          2010, 2016, 2025, 2030, 2031, 2035, 2037, 2043, 2045, 2046, 2048, 2051, 2063, 2087, 2218,
          2398, 2400, 2459, 2540, 2594);

  JmsFailure explain(String doing, JMSException cause) {
    int code = codeIn(cause);
    if (code == MQRC_NONE) {
      boolean closed = cause instanceof javax.jms.IllegalStateException;
      return new JmsFailure(
          doing + place() + ": " + firstLine(cause), closed ? Kind.CONNECTION : Kind.OTHER, cause);
    }
    return explain(doing, code, cause);
  }

  JmsFailure explain(String doing, int code, Throwable cause) {
    return new JmsFailure(text(code) + "; tried to " + doing, kind(code), code, cause);
  }

  /** {@code 2035 MQRC_NOT_AUTHORIZED on channel C of host(1414): check ...}. */
  String text(int code) {
    return code + " " + name(code) + place() + ": " + advice(code);
  }

  private String place() {
    return where.ccdtUrl().isEmpty()
        ? " on channel " + where.channel() + " of " + where.address()
        : " by " + where.address();
  }

  private static Properties advice() {
    Properties advice = new Properties();
    try (InputStream file = ReasonCodes.class.getResourceAsStream("reason-codes.properties")) {
      advice.load(file);
      return advice;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String advice(int code) {
    return ADVICE.getProperty("" + code, "see IBM's documentation of this reason code");
  }

  private static String name(int code) {
    String name = MQConstants.lookupReasonCode(code);
    return name == null ? "(unknown reason)" : name;
  }

  static Kind kind(int code) {
    if (CONNECTION.contains(code)) {
      return Kind.CONNECTION;
    }
    if (REFUSED.contains(code)) {
      return Kind.REFUSED;
    }
    return UNKNOWN_OBJECT.contains(code) ? Kind.UNKNOWN_OBJECT : Kind.OTHER;
  }

  /** IBM hangs the reason below the JMS exception, and the innermost one is the first cause. */
  private static int codeIn(Throwable top) {
    int found = MQRC_NONE;
    Throwable now = top;
    for (int depth = 0; now != null && depth < 20; depth++) {
      if (now instanceof MQException mq && mq.getReason() != MQRC_NONE) {
        found = better(found, mq.getReason());
      }
      Throwable linked = now instanceof JMSException jms ? jms.getLinkedException() : null;
      now = linked != null && linked != now ? linked : now.getCause();
    }
    return found;
  }

  /** A lost connection is reported as 2009 or 2059; its cause has details. */
  private static int better(int found, int inner) {
    return found == MQRC_NONE || found == 2059 ? inner : found;
  }

  private static String firstLine(Throwable cause) {
    String message = String.valueOf(cause.getMessage());
    return message.lines().findFirst().orElse(message);
  }
}
