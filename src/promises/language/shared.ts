// Names that are the same in every language: products that send notifications of their own.

export const PRODUCTS = String.raw`\b(?:slack|slackbot|google|outlook|gmail|apple|siri|alexa|discord|todoist|trello|jira|asana|github|gitlab|teams|notion|cortana|whatsapp|telegram|dhl|ups|fedex|amazon|usps|netflix|spotify|paypal|stripe|bizum|doctolib|pagerduty|zoom|calendly|fitbit|garmin|iphone|android|linkedin|sharepoint|salesforce|zapier|ifttt|duolingo|uber|airbnb|booking)\b`;
