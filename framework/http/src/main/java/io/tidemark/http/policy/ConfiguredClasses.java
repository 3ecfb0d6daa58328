package io.tidemark.http.policy;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds settings that make a driver load classes or run programs. */
record ConfiguredClasses(Set<String> allowed) {
  /** Ends of keys under which the known clients expect class names, in lower case. */
  private static final List<String> CLASS_KEYS =
      List.of(
          "interceptor.classes",
          "serializer",
          "deserializer",
          "partitioner.class",
          "partition.assignment.strategy",
          "metric.reporters",
          "config.providers",
          "security.providers",
          "callback.handler.class",
          "login.class",
          "engine.factory.class",
          "credentialsprovider",
          "java.naming.factory.initial",
          "java.naming.factory.object",
          "java.naming.factory.state",
          "connectionfactoryclassname",
          "delegateforadminoperationsclassname",
          "interceptorlist",
          ".class",
          ".classes",
          "classname");

  private static final Set<String> KNOWN_PREFIXES =
      Set.of(
          "org.apache.kafka.clients.",
          "org.apache.kafka.common.serialization.",
          "org.apache.activemq.artemis.jms.client.",
          "org.apache.qpid.jms.",
          "com.ibm.mq.jms.",
          "com.ibm.mq.jakarta.jms.",
          "com.ibm.msg.client.");

  private static final Set<String> LOGIN_MODULES =
      Set.of(
          "org.apache.kafka.common.security.scram.ScramLoginModule",
          "org.apache.kafka.common.security.plain.PlainLoginModule",
          "org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule");

  /** Classes for tokens of an endpoint, which a system property of the worker must allow. */
  private static final Set<String> TOKEN_CLASSES =
      Set.of(
          "org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginCallbackHandler",
          "org.apache.kafka.common.security.oauthbearer.ClientJwtValidator",
          "org.apache.kafka.common.security.oauthbearer.ClientCredentialsJwtRetriever");

  /**
   * One module, its flag and its options, from the first character to the last: text in quotes is
   * an option's value, not a module. Kafka takes no more than one.
   */
  private static final Pattern LOGIN_MODULE =
      Pattern.compile(
          "\\s*([\\w.$]+)\\s+(?i:required|requisite|sufficient|optional)"
              + "(?:\\s+[\\w.$-]+\\s*=\\s*"
              + "(?:\"[^\"\\\\\r\n]*+(?:\\\\.[^\"\\\\\r\n]*+)*+\""
              + "|'[^'\\\\\r\n]*+(?:\\\\.[^'\\\\\r\n]*+)*+'"
              + "|[^\\s;\"'/]++))*+\\s*;?\\s*");

  private static final int LONGEST_LOGIN_MODULE = 4_096;

  /** Keys of a JNDI context; others name packages of classes, or places to find them. */
  private static final Set<String> NAMING_KEYS =
      Set.of(
          "java.naming.factory.initial",
          "java.naming.factory.object",
          "java.naming.factory.state",
          "java.naming.provider.url",
          "java.naming.security.authentication",
          "java.naming.security.credentials",
          "java.naming.security.principal",
          "java.naming.security.protocol");

  private static final Pattern SEPARATORS = Pattern.compile("[,;\\s=&?#'\"()\\[\\]]+");

  /** Whichever key a client has for it. */
  private static final Pattern LOOKS_LIKE_CLASS =
      Pattern.compile("(?:[a-z][a-z0-9_]*+\\.)++[A-Z][\\w$]*+");

  Optional<String> problem(ConfiguredValue value) {
    String key = value.key().toLowerCase(Locale.ROOT);
    if (key.endsWith("kinit.cmd")) {
      return Optional.of(value.path() + " runs a program");
    }
    if (key.endsWith("jaas.config")) {
      return jaas(value);
    }
    if (key.contains("java.naming.") && NAMING_KEYS.stream().noneMatch(key::endsWith)) {
      return Optional.of(value.path() + " is not a setting of a JNDI context that is allowed here");
    }
    // The driver's class is searched only in the installed drivers.
    if (value.path().equals("driverClass") || value.path().equals("name")) {
      return Optional.empty();
    }
    boolean named = CLASS_KEYS.stream().anyMatch(key::endsWith);
    for (String name : SEPARATORS.split(value.text())) {
      boolean looks = !key.endsWith("password") && LOOKS_LIKE_CLASS.matcher(name).matches();
      if (!name.isEmpty() && (named || looks) && !isAllowed(name)) {
        return Optional.of(
            value.path()
                + " loads a class; start the worker with --allow-driver-class to allow it");
      }
    }
    return Optional.empty();
  }

  private boolean isAllowed(String className) {
    return allowed.contains(className)
        || TOKEN_CLASSES.contains(className)
        || LOGIN_MODULES.contains(className)
        || KNOWN_PREFIXES.stream().anyMatch(className::startsWith);
  }

  private Optional<String> jaas(ConfiguredValue value) {
    String text = value.text();
    if (text.isBlank()) {
      return Optional.empty();
    }
    Matcher matcher = LOGIN_MODULE.matcher(text);
    if (text.length() > LONGEST_LOGIN_MODULE || !matcher.matches()) {
      return Optional.of(value.path() + " is not one login module with its options");
    }
    String module = matcher.group(1);
    return LOGIN_MODULES.contains(module) || allowed.contains(module)
        ? Optional.empty()
        : Optional.of(
            value.path() + " names a login module other than SCRAM's, PLAIN's and OAUTHBEARER's");
  }
}
