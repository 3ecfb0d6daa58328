package io.tidemark.it.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.it.TidemarkProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import org.awaitility.Awaitility;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A headless Chromium of Debian's packages with an open page. */
final class Browser implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
  private static final Path DRIVER = Path.of("/usr/bin/chromedriver");

  private final ChromeDriver driver;

  private Browser(ChromeDriver driver) {
    this.driver = driver;
  }

  static Browser start() {
    assertThat(Files.isExecutable(CHROMIUM) && Files.isExecutable(DRIVER))
        .as(
            "%s and %s are installed; as root: %s",
            CHROMIUM,
            DRIVER,
            TidemarkProcess.ROOT.resolve("build/integration-tests/install-chromium"))
        .isTrue();
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    logs.enable(LogType.PERFORMANCE, Level.ALL);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(CHROMIUM.toFile());
    // The sandbox does not start for root, and /dev/shm is small in containers.
    options.addArguments(
        "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=1280,1000");
    options.setCapability("goog:loggingPrefs", logs);
    return new Browser(
        new ChromeDriver(
            new ChromeDriverService.Builder().usingDriverExecutable(DRIVER.toFile()).build(),
            options));
  }

  /** Loads a page; its visible charts are drawn when this returns. */
  Browser open(Path page) {
    driver.manage().logs().get(LogType.BROWSER);
    driver.manage().logs().get(LogType.PERFORMANCE);
    driver.get(page.toUri().toString());
    Awaitility.await("the first charts are drawn")
        .until(
            () ->
                number(
                        "return typeof Chart === 'undefined' && document.readyState === 'complete'"
                            + " ? 0 : Number(document.documentElement.dataset.drawnMillis ?? -1)")
                    >= 0);
    return this;
  }

  /** Loads a page of a server. */
  void visit(URI address) {
    driver.get(address.toString());
  }

  String address() {
    return driver.getCurrentUrl();
  }

  /** Warnings and errors since the page was opened. */
  List<String> problems() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
        .map(Object::toString)
        .toList();
  }

  /** Addresses that were asked for since the page was opened. */
  List<String> requests() {
    List<String> requests = new ArrayList<>();
    driver.manage().logs().get(LogType.PERFORMANCE).getAll().stream()
        .map(entry -> tree(entry.getMessage()).path("message"))
        .filter(event -> event.path("method").asText().equals("Network.requestWillBeSent"))
        .forEach(event -> requests.add(event.at("/params/request/url").asText()));
    return requests;
  }

  /** Draws all charts of a page of one file, which has neither problems nor other files. */
  void assertShowsItselfAlone(String file) {
    elements("figure").forEach(figure -> show("#" + figure.getAttribute("id")));
    assertThat(problems()).isEmpty();
    assertThat(requests())
        .allMatch(url -> url.startsWith("file:") && url.endsWith(file) || url.startsWith("data:"));
  }

  /**
   * The rows of the first table of a section: cells by column, values that are not rounded where
   * there are some.
   */
  @SuppressWarnings("unchecked")
  List<Map<String, String>> rows(String section) {
    return (List<Map<String, String>>)
        script(
            "const table = document.querySelector(arguments[0] + ' table');"
                + "const names = [...table.tHead.rows[0].cells].map(cell => cell.innerText);"
                + "return [...table.tBodies[0].rows].map(row => Object.fromEntries("
                + " [...row.cells].map((cell, i) => [names[i], cell.dataset.value ?? cell.innerText])))",
            section);
  }

  private static JsonNode tree(String json) {
    try {
      return JSON.readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Object script(String script, Object... arguments) {
    return driver.executeScript(script, arguments);
  }

  double number(String script, Object... arguments) {
    return ((Number) script(script, arguments)).doubleValue();
  }

  String text(String selector) {
    return element(selector).getText();
  }

  List<WebElement> elements(String selector) {
    return driver.findElements(By.cssSelector(selector));
  }

  WebElement element(String selector) {
    return driver.findElement(By.cssSelector(selector));
  }

  void click(String selector) {
    show(selector);
    element(selector).click();
  }

  void press(String selector, CharSequence key) {
    show(selector);
    element(selector).sendKeys(key);
  }

  /** Moves the pointer to the middle of an element. */
  void hover(String selector) {
    script("document.querySelector(arguments[0]).scrollIntoView({block: 'center'})", selector);
    new Actions(driver).moveToElement(element(selector)).perform();
  }

  /** The size of what a page is shown in. */
  void resize(int width, int height) {
    command(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
  }

  /** Moves the pointer over an element with its button down, between shares of its width. */
  void drag(String selector, double from, double to) {
    show(selector);
    WebElement element = element(selector);
    int width = element.getSize().width;
    new Actions(driver)
        .moveToElement(element, (int) (width * (from - 0.5)), 0)
        .clickAndHold()
        .moveByOffset((int) (width * (to - from)), 0)
        .release()
        .perform();
  }

  /** A chart is drawn when it is visible. */
  void show(String selector) {
    script("document.querySelector(arguments[0]).scrollIntoView({block: 'center'})", selector);
    Awaitility.await(selector + " is drawn")
        .until(
            () ->
                Boolean.TRUE.equals(
                    script(
                        "const figure = document.querySelector(arguments[0]).closest('figure');"
                            + "return !figure || Chart.getChart(figure.querySelector('canvas')) !== undefined",
                        selector)));
  }

  Map<String, Object> command(String name, Map<String, Object> parameters) {
    return driver.executeCdpCommand(name, parameters);
  }

  @Override
  public void close() {
    driver.quit();
  }
}
