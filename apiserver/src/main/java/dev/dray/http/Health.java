package dev.dray.http;

import java.util.Map;

/** The health of the server: for each check its name and the problem, empty if it passes. */
public interface Health {
  Map<String, String> live();

  Map<String, String> ready();
}
