package io.tidemark.model.yaml;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds what looks like a secret in a text of any kind. In addresses: all that stands before
 * {@code @}, and each value of the query or fragment whose name is not known to be harmless. In
 * paths of HTTP: all after a hook or webhook, and parts that were drawn at random. Elsewhere: the
 * value of an assignment ({@code name=value}, {@code name: value}) whose name says that it is
 * secret. One pass over the text: input of any length takes time in proportion to it, which regular
 * expressions for the same do not.
 */
final class SecretSpans {
  private static final String SCHEME_END = "://";
  private static final String WHOLE_LINE = "jaas.config";
  private static final String AFTER_ADDRESS = "'\"),.;:]}";
  private static final Pattern HOST = Pattern.compile("(\\[[^]]*\\]|[^:]*)(:\\d*)?");

  /** The rest of an address without a scheme after the user. */
  private static final Pattern BARE_LOGIN =
      Pattern.compile(":([^\\s/@'\",]{1,200})@[A-Za-z0-9.-]{1,253}(:\\d{1,5}(?!\\w)|/)");

  private static final Pattern HOOK = Pattern.compile("(?i)(^|[.@])(web)?hooks?(b2)?([.:]|$)");

  private static final Pattern UUID =
      Pattern.compile("\\p{XDigit}{8}-(\\p{XDigit}{4}-){3}\\p{XDigit}{12}");

  /** A word in camel case is of one kind. */
  private static final Pattern SAME_KIND = Pattern.compile("[0-9]+|[A-Z]?[a-z]+|[A-Z]+");

  private static final int RANDOM_LENGTH = 16;

  /** Characters of one kind, on average, from which on a row has words. */
  private static final int WORD = 3;

  /** The same of parts that hyphens or underscores join. */
  private static final int JOINED_WORD = 2;

  private static final Pattern NAME = Pattern.compile("[\\w.%\\[\\]-]+");
  private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{[^}]*\\}?");

  /** Parameters of addresses that hold no secret; without case, {@code .}, {@code -} and _. */
  private static final Set<String> HARMLESS =
      Set.of(
          ("authmechanism calltimeout channelmax clientid columns connectattempts connectiontimeout"
                  + " consumerwindowsize confirmationwindowsize connectionttl database db encrypt"
                  + " format framemax ha heartbeat host limit maxreconnectattempts page pagesize"
                  + " persistence producerwindowsize protocol protocols reconnectattempts"
                  + " replicaset retryinterval ssl sslenabled sslmode tcpnodelay timeout tls"
                  + " useepoll verify verifyhost version vhost virtualhost")
              .split(" "));

  private final String text;
  private final boolean addressesOnly;
  private final List<Span> found = new ArrayList<>();

  /** Where the current address ends; 0 before the first. */
  private int addressEnd;

  /** The last one of the current address; -1 for none. */
  private int lastAt;

  /** What a secret is. */
  enum Kind {
    /** User, password or both, before the host. */
    LOGIN,
    /** A part of the query, fragment or path. */
    PARAMETER,
    ASSIGNED
  }

  /** A part of the text, from a position to one before another. */
  record Span(int from, int to, Kind kind) {}

  private SecretSpans(String text, boolean addressesOnly) {
    this.text = text;
    this.addressesOnly = addressesOnly;
  }

  /** In the order of the text, none within another. */
  static List<Span> of(String text) {
    return new SecretSpans(text, false).all();
  }

  /** Returns the secrets in addresses only. */
  static List<Span> ofAddresses(String text) {
    return new SecretSpans(text, true).all();
  }

  private List<Span> all() {
    int at = 0;
    while (at < text.length()) {
      at =
          switch (text.charAt(at)) {
            case ':', '=' -> after(at);
            case '?' -> parameters(at + 1);
            case '#' -> at < addressEnd ? parameters(at + 1) : at + 1;
            default -> at + 1;
          };
    }
    return found;
  }

  /** Where to go on after a separator. */
  private int after(int separator) {
    if (text.startsWith(SCHEME_END, separator)) {
      return afterScheme(separator + SCHEME_END.length());
    }
    String name = nameBefore(separator);
    if (addressesOnly || !SecretName.looksSecret(name)) {
      return bareLogin(separator, name);
    }
    int from = separator + 1;
    while (from < text.length() && Character.isWhitespace(text.charAt(from))) {
      from++;
    }
    if (text.startsWith(SecretMask.MASK, from) || text.startsWith("${", from)) {
      return from;
    }
    boolean wholeLine = name.toLowerCase(Locale.ROOT).endsWith(WHOLE_LINE);
    int to = wholeLine ? lineEnd(from) : valueEnd(afterAuthenticationScheme(from));
    add(from, to, Kind.ASSIGNED);
    return Math.max(to, separator + 1);
  }

  /** With {@code Bearer abc} the secret has two words. */
  private int afterAuthenticationScheme(int from) {
    return Stream.of("Bearer ", "Basic ")
        .filter(scheme -> text.regionMatches(true, from, scheme, 0, scheme.length()))
        .findFirst()
        .map(scheme -> from + scheme.length())
        .orElse(from);
  }

  /** The user and password of an address without a scheme. */
  private int bareLogin(int separator, String user) {
    Matcher login = BARE_LOGIN.matcher(text).region(separator, text.length());
    boolean alone =
        !user.isEmpty()
            && text.startsWith(user, separator - user.length())
            && (separator == user.length()
                || " \t\n'\"=,([".indexOf(text.charAt(separator - user.length() - 1)) >= 0);
    if (!alone || !login.lookingAt()) {
      return separator + 1;
    }
    add(separator - user.length(), login.end(1), Kind.LOGIN);
    return login.end(1);
  }

  private int afterScheme(int from) {
    enterAddress(from);
    int authorityEnd = first("/?#", from);
    String authority = text.substring(from, authorityEnd);
    int at = from + authority.lastIndexOf('@');
    if (at < from && !areHosts(authority)) {
      at = lastAt; // A password that is not encoded.
    }
    if (at >= from) {
      add(from, at, Kind.LOGIN);
    }
    int host = Math.max(from, at);
    int scheme = from - SCHEME_END.length();
    boolean http =
        text.regionMatches(true, scheme - 4, "http", 0, 4)
            || text.regionMatches(true, scheme - 5, "https", 0, 5);
    return http ? path(host) : host;
  }

  /** Where to go on after the path of an address, or its host. */
  private int path(int host) {
    int other = text.indexOf(SCHEME_END, host);
    int most = other < 0 ? addressEnd : Math.min(addressEnd, other);
    int end = host;
    while (end < most && "?#,".indexOf(text.charAt(end)) < 0) {
      end++;
    }
    int done = host;
    int at = host;
    while (at < end) {
      int next = Math.min(end, first("/", at));
      String part = text.substring(at, next);
      int rest = Math.min(end, next + 1);
      if (HOOK.matcher(part).find() && !text.substring(next, end).contains("${")) {
        add(rest, end, Kind.PARAMETER);
        return end;
      }
      if (at > host && isRandom(part)) {
        add(at, next, Kind.PARAMETER);
        done = next;
      }
      at = next + 1;
    }
    return done;
  }

  /** Whether its letters and digits change their kind more often than words and dates do. */
  private static boolean isRandom(String part) {
    return UUID.matcher(part).find()
        || Stream.of(part.split("[^A-Za-z0-9]")).anyMatch(row -> changes(row, WORD))
        || Stream.of(part.replaceAll("[-_]", "").split("[^A-Za-z0-9]"))
            .anyMatch(row -> changes(row, JOINED_WORD));
  }

  private static boolean changes(String row, int word) {
    return row.length() >= RANDOM_LENGTH
        && row.chars().anyMatch(Character::isDigit)
        && SAME_KIND.matcher(row).results().count() * word >= row.length();
  }

  private static boolean areHosts(String authority) {
    return Stream.of(authority.split(",")).allMatch(each -> HOST.matcher(each).matches());
  }

  /** What no address contains ends it. An address may contain others. */
  private void enterAddress(int from) {
    if (from <= addressEnd) {
      return;
    }
    int end = from;
    lastAt = -1;
    while (end < text.length() && isOutside(end, "\"<>\\")) {
      lastAt = text.charAt(end) == '@' ? end : lastAt;
      end++;
    }
    while (end > from && AFTER_ADDRESS.indexOf(text.charAt(end - 1)) >= 0) {
      end--;
    }
    addressEnd = end;
  }

  /** The first of these characters in the address, or its end. */
  private int first(String characters, int from) {
    int end = from;
    while (end < addressEnd && characters.indexOf(text.charAt(end)) < 0) {
      end++;
    }
    return end;
  }

  /** A query, which may stand without the rest of its address; or a fragment. */
  private int parameters(int from) {
    boolean inAddress = from <= addressEnd;
    boolean query = text.charAt(from - 1) == '?';
    enterAddress(from);
    int at = from;
    while (at < addressEnd && text.charAt(at) != '#') {
      int nameEnd = first("=&;?#", at);
      boolean assigned = nameEnd < addressEnd && text.charAt(nameEnd) == '=';
      int end = first("&;?#", nameEnd);
      String name = text.substring(at, nameEnd);
      boolean secret = assigned && !addressesOnly && SecretName.looksSecret(name);
      boolean parameter = assigned ? inAddress || NAME.matcher(name).matches() : inAddress && query;
      if (secret || parameter && !isHarmless(name, text.substring(nameEnd, end))) {
        add(assigned ? nameEnd + 1 : at, end, secret ? Kind.ASSIGNED : Kind.PARAMETER);
      }
      at = end < addressEnd && text.charAt(end) != '#' ? end + 1 : end;
    }
    return Math.max(at, from);
  }

  private static boolean isHarmless(String name, String value) {
    return value.indexOf('@') < 0
        && HARMLESS.contains(name.toLowerCase(Locale.ROOT).replaceAll("[._-]", ""));
  }

  private void add(int from, int to, Kind kind) {
    String value = text.substring(from, to);
    if (!value.isBlank()
        && !value.equals(SecretMask.MASK)
        && !PLACEHOLDER.matcher(value).matches()) {
      found.add(new Span(from, to, kind));
    }
  }

  /** The word before a separator, without quotes; empty when there is none. */
  private String nameBefore(int separator) {
    int end = separator;
    while (end > 0 && Character.isWhitespace(text.charAt(end - 1))) {
      end--;
    }
    if (end > 0 && (text.charAt(end - 1) == '"' || text.charAt(end - 1) == '\'')) {
      end--;
    }
    int begin = end;
    while (begin > 0 && isName(text.charAt(begin - 1))) {
      begin--;
    }
    return text.substring(begin, end);
  }

  private int valueEnd(int from) {
    if (from == text.length()) {
      return from;
    }
    char first = text.charAt(from);
    if (first == '"' || first == '\'') {
      return closing(from, first);
    }
    int end = from;
    while (end < text.length() && isOutside(end, ",;}")) {
      end++;
    }
    return end;
  }

  /** After the closing quote; the opening one itself when there is none. */
  private int closing(int open, char quote) {
    for (int i = open + 1; i < text.length(); i++) {
      if (text.charAt(i) == quote) {
        return i + 1;
      }
      if (quote == '"' && text.charAt(i) == '\\') {
        i++;
      }
    }
    return open;
  }

  private int lineEnd(int from) {
    int end = from;
    while (end < text.length() && text.charAt(end) != '\n' && text.charAt(end) != '\r') {
      end++;
    }
    return end;
  }

  private boolean isOutside(int index, String characters) {
    char c = text.charAt(index);
    return !Character.isWhitespace(c) && characters.indexOf(c) < 0;
  }

  private static boolean isName(char c) {
    return c == '_'
        || c == '.'
        || c == '-'
        || (c >= '0' && c <= '9')
        || (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z');
  }
}
