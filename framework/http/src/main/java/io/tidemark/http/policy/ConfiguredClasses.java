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
          "java.naming.provider.url",
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

  /** For tokens of an endpoint, which a system property of the worker must allow. */
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
  private static final Pattern REMOTE_LOOKUP =
      Pattern.compile("(?i)\\b(ldap|ldaps|rmi|iiop|corbaname|jndi):");

  Optional<String> problem(ConfiguredValue value) {
    String key = value.key().toLowerCase(Locale.ROOT);
    if (REMOTE_LOOKUP.matcher(value.text()).find()) {
      return Optional.of(value.path() + " looks up classes remotely");
    }
    if (key.endsWith("kinit.cmd")) {
      return Optional.of(value.path() + " runs a program");
    }
    if (key.endsWith("jaas.config")) {
      return jaas(value);
    }
    // The driver's class is searched only in the installed drivers.
    if (value.path().equals("driverClass") || CLASS_KEYS.stream().noneMatch(key::endsWith)) {
      return Optional.empty();
    }
    for (String name : value.text().split("[,\\s]+", -1)) {
      if (!name.isEmpty() && !isAllowed(name)) {
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
